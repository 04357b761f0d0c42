#include "ui/job/words.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <span>
#include <utility>

namespace oncedesk::words {

using namespace Qt::Literals::StringLiterals;

namespace {

struct Pair
{
    const char *word;
    const char *text;
};

// A newer database may have words this program has not: better the word than nothing.
QString look(std::span<const Pair> pairs, const QString &word)
{
    for (const Pair &pair : pairs) {
        if (word == QLatin1String(pair.word))
            return QCoreApplication::translate("Words", pair.text);
    }
    return QString(word).replace(u'_', u' ');
}

} // namespace

QString openedBecause(const QString &word)
{
    static constexpr Pair pairs[]{{"submit", QT_TRANSLATE_NOOP("Words", "submitted")},
                                  {"person", QT_TRANSLATE_NOOP("Words", "by a person")},
                                  {"retry", QT_TRANSLATE_NOOP("Words", "retry")},
                                  {"failover", QT_TRANSLATE_NOOP("Words", "failover")},
                                  {"hedge", QT_TRANSLATE_NOOP("Words", "second lane")}};
    return look(pairs, word);
}

QString lostBecause(const QString &word)
{
    static constexpr Pair pairs[]{{"attempt_cancelled", QT_TRANSLATE_NOOP("Words", "cancelled")},
                                  {"attempt_failed", QT_TRANSLATE_NOOP("Words", "had failed")},
                                  {"job_closed", QT_TRANSLATE_NOOP("Words", "job closed")},
                                  {"slot_taken", QT_TRANSLATE_NOOP("Words", "slot taken")},
                                  {"version_moved", QT_TRANSLATE_NOOP("Words", "version moved")}};
    return look(pairs, word);
}

QString evidence(const QString &word)
{
    static constexpr Pair pairs[]{
        {"provider_confirmed_stopped", QT_TRANSLATE_NOOP("Words", "the provider confirmed that it stopped")},
        {"provider_has_no_record", QT_TRANSLATE_NOOP("Words", "the provider has no record of it")},
        {"accepted_risk", QT_TRANSLATE_NOOP("Words", "accepted risk")}};
    return look(pairs, word);
}

QString answer(const QString &word)
{
    static constexpr Pair pairs[]{{"running", QT_TRANSLATE_NOOP("Words", "still running")},
                                  {"no_record", QT_TRANSLATE_NOOP("Words", "no record of it")},
                                  {"succeeded", QT_TRANSLATE_NOOP("Words", "it succeeded")},
                                  {"failed", QT_TRANSLATE_NOOP("Words", "it failed")},
                                  {"stopped", QT_TRANSLATE_NOOP("Words", "stopped")}};
    return look(pairs, word);
}

QString action(const QString &word)
{
    static constexpr Pair pairs[]{
        {"cancel_attempt", QT_TRANSLATE_NOOP("Words", "cancel attempt")},
        {"open_attempt", QT_TRANSLATE_NOOP("Words", "new attempt")},
        {"close_job", QT_TRANSLATE_NOOP("Words", "close job")},
        {"ask_provider", QT_TRANSLATE_NOOP("Words", "ask provider")},
        {"stop_at_provider", QT_TRANSLATE_NOOP("Words", "stop at provider")},
        {"add_provider", QT_TRANSLATE_NOOP("Words", "add provider")},
        {"set_provider", QT_TRANSLATE_NOOP("Words", "change provider")},
        {"enable_provider", QT_TRANSLATE_NOOP("Words", "enable provider")},
        {"disable_provider", QT_TRANSLATE_NOOP("Words", "disable provider")},
        {"record_certificate", QT_TRANSLATE_NOOP("Words", "certify")},
        {"save_suite", QT_TRANSLATE_NOOP("Words", "save contract suite")},
        {"request_certification", QT_TRANSLATE_NOOP("Words", "ask for certification")},
        {"request_trial", QT_TRANSLATE_NOOP("Words", "ask for a trial")},
        {"cancel_certification", QT_TRANSLATE_NOOP("Words", "cancel certification")},
        {"note_model", QT_TRANSLATE_NOOP("Words", "model changed")},
        {"revoke_certificates", QT_TRANSLATE_NOOP("Words", "revoke certificates")},
        {"add_client", QT_TRANSLATE_NOOP("Words", "add client")},
        {"revoke_client", QT_TRANSLATE_NOOP("Words", "revoke client")}};
    return look(pairs, word);
}

QString outcome(const QString &word)
{
    static constexpr Pair pairs[]{
        {"opened", QT_TRANSLATE_NOOP("Words", "opened")},
        {"cancelled", QT_TRANSLATE_NOOP("Words", "cancelled")},
        {"cancel_requested", QT_TRANSLATE_NOOP("Words", "cancel requested")},
        {"requested", QT_TRANSLATE_NOOP("Words", "requested")},
        {"closed", QT_TRANSLATE_NOOP("Words", "closed")},
        {"refused", QT_TRANSLATE_NOOP("Words", "refused")},
        {"done", QT_TRANSLATE_NOOP("Words", "done")},
        {"attempt_open", QT_TRANSLATE_NOOP("Words", "refused: an attempt is open")},
        {"attempt_unknown", QT_TRANSLATE_NOOP("Words", "refused: an attempt is unknown")},
        {"job_completed", QT_TRANSLATE_NOOP("Words", "refused: the job has its result")},
        {"job_closed", QT_TRANSLATE_NOOP("Words", "refused: the job is closed")},
        {"not_certified", QT_TRANSLATE_NOOP("Words", "refused: not certified")},
        {"attempts_exhausted", QT_TRANSLATE_NOOP("Words", "refused: no attempts left")},
        {"no_such_job", QT_TRANSLATE_NOOP("Words", "refused: no such job")},
        {"no_such_provider", QT_TRANSLATE_NOOP("Words", "refused: no such provider")},
        {"provider_disabled", QT_TRANSLATE_NOOP("Words", "refused: provider disabled")},
        {"version_moved", QT_TRANSLATE_NOOP("Words", "refused: the job moved on")},
        {"attempt_live", QT_TRANSLATE_NOOP("Words", "refused: an attempt is live")}};
    return look(pairs, word);
}

QString submission(const QString &word)
{
    static constexpr Pair pairs[]{{"created", QT_TRANSLATE_NOOP("Words", "created")},
                                  {"replayed", QT_TRANSLATE_NOOP("Words", "replayed")},
                                  {"conflict", QT_TRANSLATE_NOOP("Words", "conflict")}};
    return look(pairs, word);
}

QString notUsed(const QByteArray &detail)
{
    return QCoreApplication::translate("Words", "%1 not used")
        .arg(brief(QJsonDocument::fromJson(detail).object().value("provider"_L1).toString()));
}

QString passedOver(const QByteArray &detail)
{
    const QJsonObject said = QJsonDocument::fromJson(detail).object();
    return QCoreApplication::translate("Words", "%1 was not used: %2.")
        .arg(said.value("provider"_L1).toString(), said.value("why"_L1).toString());
}

QString brief(const QString &text)
{
    const QString line = text.left(200).simplified();
    return line.size() > 40 ? line.left(39) + u'…' : line;
}

} // namespace oncedesk::words
