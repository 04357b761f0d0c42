#include "core/db/migrator.h"

#include "core/db/foundschema.h"
#include "core/db/roles.h"
#include "core/db/sqltext.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

// "oncedesk" in ASCII: all migrators of one database take this lock, nobody else does.
constexpr qint64 lockKey = 0x6f6e63656465736b;

Error refused(const QString &sentence)
{
    return {ErrorKind::refused, sentence, {}};
}

Result<Done> checkHistory(const FoundSchema &found, const SchemaSource &source)
{
    if (found.version > source.version())
        return refused(
            u"The database has schema version %1, this program knows versions up to %2. Use a newer "
            "Oncedesk; nothing was changed."_s.arg(found.version)
                .arg(source.version()));
    for (int row = 0; row < found.applied.size(); ++row) {
        const auto version = int(found.applied.integer(row, "version"));
        const SqlFile &ours = source.migrations[row];
        if (version != row + 1 || found.applied.utf8(row, "sha256") != ours.digest())
            return refused(
                u"Migration %1 ('%2') of this database differs in its text from the one this program knows "
                "('%3'). Use the Oncedesk that made the database, or an empty database; nothing was "
                "changed."_s.arg(version)
                    .arg(found.applied.text(row, "name"), ours.name));
    }
    return Done{};
}

Result<bool> textDiffers(Session &session, const SchemaSource &source)
{
    const auto rows =
        session.exec("SELECT count(*) = 4 FROM oncedesk.schema_text WHERE (kind, sha256) IN"
                     " (('functions', $1), ('guards', $2), ('views', $3), ('grants', $4))",
                     {SchemaSource::digestOf(source.functions), SchemaSource::digestOf(source.guards),
                      SchemaSource::digestOf(source.views), SchemaSource::digestOf(source.grants)});
    if (!rows)
        return rows.error();
    if (!rows->boolean(0, 0))
        return true;
    // Somebody may have replaced a function since.
    const auto replaced =
        session.exec(sqlText("audit/functions_stand"), {1, Param::array(source.functionTexts())});
    if (!replaced)
        return replaced.error();
    return replaced->size() > 0;
}

Result<Done> createSchema(Session &session, const FoundSchema &found)
{
    if (!found.schema) {
        const auto may = session.exec("SELECT has_database_privilege(current_database(), 'CREATE'),"
                                      " quote_ident(current_database()), quote_ident(current_user)");
        if (!may)
            return may.error();
        if (!may->boolean(0, 0))
            return Error{
                ErrorKind::forbidden,
                u"Your database login may not create the schema 'oncedesk'. Have an administrator run: GRANT "
                "CREATE ON DATABASE %1 TO %2;"_s.arg(may->text(0, 1), may->text(0, 2)),
                u"42501"_s};
        if (auto done = session.script("CREATE SCHEMA oncedesk"); !done)
            return done;
    }
    return session.script(
        "CREATE TABLE oncedesk.schema_migrations ("
        " version int PRIMARY KEY, name text NOT NULL, sha256 text NOT NULL,"
        " applied_at timestamptz NOT NULL DEFAULT clock_timestamp(), applied_by text NOT NULL DEFAULT "
        "session_user);"
        "COMMENT ON TABLE oncedesk.schema_migrations IS 'One row for each migration that was applied';"
        "CREATE TABLE oncedesk.schema_text (kind text PRIMARY KEY, sha256 text NOT NULL);"
        "COMMENT ON TABLE oncedesk.schema_text IS"
        " 'Digest of the functions, guards, views and grants as they were applied last';"
        "GRANT SELECT ON oncedesk.schema_migrations TO oncedesk_viewer, oncedesk_submitter, oncedesk_worker,"
        " oncedesk_admin");
}

// Everything is made as the owner of what is there, so that SECURITY DEFINER functions keep their rights
// whoever migrates.
Result<Done> becomeOwner(Session &session, const QString &owner)
{
    const auto done = session.exec("SELECT set_config('role', $1, true) WHERE current_user <> $1", {owner});
    if (done)
        return Done{};
    if (done.error().kind != ErrorKind::forbidden)
        return done.error();
    return Error{
        ErrorKind::forbidden,
        u"The schema belongs to the role '%1', of which your database login is no member. Log in as '%1' to "
        "migrate."_s.arg(owner),
        done.error().sqlState};
}

// Views and functions go before the migrations run: a migration must work on a new database, where they are
// not there yet, and may change what they stand on. Never CASCADE: what others built on ours is named in the
// error instead. Trigger functions and those inside tables (defaults, checks, indexes) stay and are replaced.
Result<Done> dropText(Session &session)
{
    return session.script(R"sql(
DO $do$
DECLARE
    names text;
BEGIN
    SELECT string_agg(c.oid::regclass::text, ', ') INTO names
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'oncedesk' AND c.relkind = 'v' AND pg_get_userbyid(c.relowner) = current_user;
    IF names IS NOT NULL THEN
        EXECUTE 'DROP VIEW ' || names;
    END IF;

    WITH RECURSIVE ours AS (
        SELECT p.oid, p.prorettype
        FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'oncedesk' AND pg_get_userbyid(p.proowner) = current_user
    ), kept AS (
        SELECT oid FROM ours
        WHERE prorettype IN ('trigger'::regtype, 'event_trigger'::regtype)
           OR EXISTS (SELECT FROM pg_depend d
                      WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = ours.oid
                        AND d.classid IN ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass,
                                          'pg_trigger'::regclass, 'pg_policy'::regclass))
           OR EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_proc'::regclass AND d.objid = ours.oid AND d.deptype = 'e')
        UNION
        SELECT ours.oid
        FROM kept
        JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = kept.oid
                        AND d.refclassid = 'pg_proc'::regclass
        JOIN ours ON ours.oid = d.refobjid
    )
    SELECT string_agg(oid::regprocedure::text, ', ') INTO names
    FROM ours WHERE oid NOT IN (SELECT oid FROM kept);
    IF names IS NOT NULL THEN
        EXECUTE 'DROP ROUTINE ' || names;
    END IF;
END $do$)sql");
}

Result<Done> apply(Session &session, const SqlFile &file)
{
    auto done = session.script(file.text);
    if (!done) {
        Error error = done.error();
        error.sentence = u"The database could not be brought up to date, nothing was changed (%1): %2"_s.arg(
            file.name, error.sentence);
        return error;
    }
    if (!session.isInTransaction())
        return Error{
            ErrorKind::internal,
            u"The SQL file '%1' ends the transaction it runs in. This is a fault of the program, please "
            "report it."_s.arg(file.name),
            {}};
    return done;
}

Result<Done> applyText(Session &session, const SchemaSource &source)
{
    const std::pair<const char *, const QList<SqlFile> *> kinds[] = {{"functions", &source.functions},
                                                                     {"guards", &source.guards},
                                                                     {"views", &source.views},
                                                                     {"grants", &source.grants}};
    for (const auto &[kind, files] : kinds) {
        for (const SqlFile &file : *files) {
            if (auto done = apply(session, file); !done)
                return done;
        }
        const auto noted = session.exec("INSERT INTO oncedesk.schema_text (kind, sha256) VALUES ($1, $2)"
                                        " ON CONFLICT (kind) DO UPDATE SET sha256 = excluded.sha256",
                                        {kind, SchemaSource::digestOf(*files)});
        if (!noted)
            return noted.error();
    }
    return Done{};
}

Result<Done> applyMigrations(Session &session, const SchemaSource &source, int from)
{
    for (int i = from; i < source.version(); ++i) {
        const SqlFile &file = source.migrations[i];
        if (auto done = apply(session, file); !done)
            return done;
        const auto noted =
            session.exec("INSERT INTO oncedesk.schema_migrations (version, name, sha256) VALUES ($1, $2, $3)",
                         {i + 1, file.name, file.digest()});
        if (!noted)
            return noted.error();
    }
    return Done{};
}

} // namespace

int programSchemaVersion()
{
    return SchemaSource::builtIn().version();
}

Result<int> databaseSchemaVersion(Session &session)
{
    const auto found = FoundSchema::lookFor(session);
    if (!found)
        return found.error();
    return found->version;
}

Result<MigrationReport> migrate(Session &session)
{
    return migrate(session, SchemaSource::builtIn());
}

Result<MigrationReport> migrate(Session &session, const SchemaSource &source)
{
    if (auto locked = session.exec("SELECT pg_advisory_xact_lock($1)", {lockKey}); !locked)
        return locked.error();
    const auto found = FoundSchema::lookFor(session);
    if (!found)
        return found.error();
    if (auto done = checkHistory(*found, source); !done)
        return done.error();
    if (auto done = ensureRoles(session); !done)
        return done.error();

    MigrationReport report{found->version, source.version(), false};
    if (found->tables) {
        const auto differs = textDiffers(session, source);
        if (!differs)
            return differs.error();
        if (!*differs && report.from == report.to)
            return report;
        if (auto done = becomeOwner(session, found->owner); !done)
            return done.error();
    } else if (auto done = createSchema(session, *found); !done) {
        return done.error();
    }
    report.functionsReplaced = true;

    if (auto done =
            session.script("SET LOCAL check_function_bodies = off; SET LOCAL search_path = oncedesk, pg_temp;"
                           "SET LOCAL client_min_messages = warning");
        !done)
        return done.error();
    if (auto done = dropText(session); !done)
        return done.error();
    if (auto done = applyMigrations(session, source, found->version); !done)
        return done.error();
    if (auto done = applyText(session, source); !done)
        return done.error();
    return report;
}

} // namespace oncedesk
