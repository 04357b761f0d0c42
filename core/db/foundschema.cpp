#include "core/db/foundschema.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// By the catalog, which everybody may read, and in one statement: another's migration may end at any time.
// Others keep tables named schema_migrations, too; ours is known by its columns.
constexpr auto whatIsThere = R"sql(
SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'oncedesk'),
       (SELECT pg_get_userbyid(c.relowner)
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'oncedesk' AND c.relname = 'schema_migrations' AND c.relkind = 'r'
           AND 3 = (SELECT count(*) FROM pg_attribute a
                     WHERE a.attrelid = c.oid AND NOT a.attisdropped
                       AND (a.attname, a.atttypid) IN (('version', 'int4'::regtype), ('name', 'text'::regtype),
                                                       ('sha256', 'text'::regtype)))),
       (SELECT concat_ws(' ', o.type, o.identity)
          FROM (SELECT d.classid, d.objid
                  FROM pg_depend d JOIN pg_namespace n ON n.oid = d.refobjid
                 WHERE d.refclassid = 'pg_namespace'::regclass AND d.deptype = 'n' AND n.nspname = 'oncedesk'
                 ORDER BY d.classid <> 'pg_class'::regclass, d.objid LIMIT 1) AS first,
               pg_identify_object(first.classid, first.objid, 0) AS o))sql";

} // namespace

Result<FoundSchema> FoundSchema::lookFor(Session &session)
{
    const auto there = session.exec(whatIsThere);
    if (!there)
        return there.error();
    FoundSchema found;
    found.schema = there->boolean(0, 0);
    found.tables = !there->isNull(0, 1);
    if (!found.tables && !there->isNull(0, 2))
        return Error{
            ErrorKind::refused,
            u"The database has a schema 'oncedesk' that this program did not make (it holds %1). Rename that "
            "schema or use another database; nothing was changed."_s.arg(there->text(0, 2)),
            {}};
    if (!found.tables)
        return found;
    found.owner = there->text(0, 1);
    const auto applied =
        session.exec("SELECT version, name, sha256 FROM oncedesk.schema_migrations ORDER BY version");
    if (!applied)
        return applied.error();
    found.applied = *applied;
    if (applied->size() > 0)
        found.version = int(applied->integer(applied->size() - 1, 0));
    return found;
}

} // namespace oncedesk
