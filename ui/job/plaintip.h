// Tool tips show text as it is: a tool tip that looks like HTML would be taken for it.
#pragma once

#include <QString>

namespace oncedesk {

[[nodiscard]] inline QString plainTip(const QString &text)
{
    using namespace Qt::Literals::StringLiterals;
    if (text.isEmpty())
        return {};
    return u"<p style=\"white-space:pre-wrap\">"_s + text.left(2000).toHtmlEscaped() + u"</p>"_s;
}

} // namespace oncedesk
