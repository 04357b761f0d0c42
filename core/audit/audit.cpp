#include "core/audit/audit.h"

#include "core/db/schemasource.h"
#include "core/db/sqltext.h"

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

const QList<AuditCheck> &auditChecks()
{
    static const QList<AuditCheck> checks{
        {"guards_stand", u"The constraints and triggers that keep the promises are in place."_s},
        {"functions_stand", u"The functions of the contract are this program's."_s},
        {"one_job_per_key", u"An owner and a key name one job."_s},
        {"submissions_lead_to_jobs",
         u"Every submission leads to the job that holds its key, and says what came of it."_s},
        {"attempts_are_numbered",
         u"The attempts of a job are numbered one after the other, and each was opened for a reason."_s},
        {"moves_were_legal",
         u"Every attempt came to its state by legal moves, and no terminal state was left."_s},
        {"one_live_attempt_per_lane", u"No attempt was opened in a lane while another was live."_s},
        {"unknown_blocked_new_attempts", u"Nothing was opened while an attempt was unknown."_s},
        {"failovers_were_certified", u"Nothing went to another provider by itself that was not certified."_s},
        {"next_attempts_kept_to_the_policy",
         u"What was opened by itself kept to the policy of its job, and says what it passed over."_s},
        {"cancels_say_why", u"Every cancel says who, why, and on what evidence."_s},
        {"people_are_on_record", u"What people did is on record, and was done."_s},
        {"one_winner_holds_the_slot", u"A job has at most one winner, and it holds the result slot."_s},
        {"slot_is_whole", u"A result or a closing is there whole or not at all."_s},
        {"version_counts_moves", u"A job's version is 1 plus its results and closings."_s},
        {"losses_are_logged", u"What lost is in the race log, with why."_s},
        {"lost_payloads_are_gone", u"No payload of an attempt that lost is kept."_s},
    };
    return checks;
}

Result<QList<AuditResult>> audit(Session &session, int most, const std::function<bool(int done)> &progress)
{
    // The tables themselves are read: an index may be what is broken. Nobody's functions stand in for the
    // server's, and definitions are spelled with their schema.
    if (auto set =
            session.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY;"
                           "SET LOCAL search_path = pg_catalog;"
                           "SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off;"
                           "SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off;"
                           "SET LOCAL max_parallel_workers_per_gather TO DEFAULT;"
                           // However wrong the statistics: a row of one table never meets all of another.
                           "SET LOCAL enable_nestloop = off");
        !set)
        return set.error();
    QList<AuditResult> results;
    for (const AuditCheck &check : auditChecks()) {
        if (!progress(int(results.size())))
            return Error{ErrorKind::internal,
                         u"The audit was interrupted; what it had read so far says nothing."_s,
                         {}};
        QList<Param> params{most + 1};
        if (check.name == "functions_stand")
            params += Param::array(SchemaSource::builtIn().functionTexts());
        const auto rows = session.exec(sqlText("audit/" + check.name), params);
        if (!rows && rows.error().sqlState == u"42501")
            return Error{ErrorKind::forbidden,
                         u"The audit reads the whole history, which your database login may not. Ask an "
                         "administrator for the role oncedesk_viewer."_s,
                         rows.error().sqlState};
        if (!rows)
            return rows.error();
        AuditResult result{check, {}, rows->size() > most};
        for (int row = 0; row < qMin(most, rows->size()); ++row)
            result.findings += rows->text(row, "finding");
        results += result;
    }
    return results;
}

} // namespace oncedesk
