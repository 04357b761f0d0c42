// The text of a statement kept in resources/sql.
#pragma once

#include <QByteArray>

namespace oncedesk {

// "board/jobs_page" is resources/sql/board/jobs_page.sql. A name that is not there is a programming error
// (fatal). Any thread may call it.
[[nodiscard]] QByteArray sqlText(const QByteArray &name);

} // namespace oncedesk
