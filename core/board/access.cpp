#include "core/board/access.h"

#include "core/board/field.h"
#include "core/db/sqltext.h"

namespace oncedesk::board {

Result<Access> access(Session &session)
{
    const auto rows = session.exec(sqlText("board/access"));
    if (!rows)
        return rows.error();
    const Field field(*rows, 0);
    return Access{.login = field.text("login"),
                  .mayLook = field.boolean("may_look"),
                  .mayOperate = field.boolean("may_operate"),
                  .maySubmit = field.boolean("may_submit"),
                  .mayWork = field.boolean("may_work"),
                  .mayAdminister = field.boolean("may_administer")};
}

} // namespace oncedesk::board
