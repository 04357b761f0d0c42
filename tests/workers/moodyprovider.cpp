#include "tests/workers/moodyprovider.h"

#include <QDateTime>
#include <QLocale>

namespace oncedesk {

using namespace Qt::Literals::StringLiterals;

namespace {

QByteArray httpDate(const QDateTime &moment)
{
    return QLocale::c().toString(moment.toUTC(), u"ddd, dd MMM yyyy HH:mm:ss 'GMT'"_s).toLatin1();
}

QByteArray response(const QByteArray &body)
{
    return "HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

const char *toString(Mood mood)
{
    constexpr const char *names[] = {"good",  "slow",   "late",   "twice", "half",      "unframed", "silent",
                                     "slams", "resets", "broken", "busy",  "busyUntil", "refusing"};
    return names[int(mood)];
}

bool executes(Mood mood)
{
    return mood != Mood::busy && mood != Mood::busyUntil && mood != Mood::refusing;
}

MoodyProvider::MoodyProvider(Options options)
    : m_options(std::move(options)),
      m_dice(m_options.seed),
      m_server(
          std::make_unique<ProviderServer>([this](const ServedRequest &request) { return replyTo(request); }))
{
}

void MoodyProvider::calmDown()
{
    m_calm = true;
    m_server->release();
}

Mood MoodyProvider::draw()
{
    int all = 0;
    for (const auto &[mood, weight] : m_options.moods)
        all += weight;
    if (m_calm || all == 0)
        return Mood::good;
    int left = std::uniform_int_distribution<int>(0, all - 1)(m_dice);
    for (const auto &[mood, weight] : m_options.moods) {
        if ((left -= weight) < 0)
            return mood;
    }
    return Mood::good;
}

QByteArray MoodyProvider::bodyOf(int execution) const
{
    return m_options.answer ? m_options.answer(execution)
                            : "{\"execution\": " + QByteArray::number(execution) + '}';
}

Reply MoodyProvider::replyTo(const ServedRequest &request)
{
    if (request.has("Oncedesk-Certification")) { // nothing to execute, and no time for moods
        ++m_rehearsals;
        return Reply::raw(response(bodyOf(0)));
    }
    JournalEntry received;
    received.provider = m_options.name;
    received.key = request.header("Idempotency-Key");
    received.job = request.header("Oncedesk-Job").toLongLong();
    received.ordinal = request.header("Oncedesk-Attempt").toInt();
    Mood mood = Mood::good;
    const JournalEntry entry = m_options.journal->write(received, [&](JournalEntry &written) {
        if (m_options.witness)
            written.knownAs = m_options.witness(written.job, written.ordinal);
        mood = draw();
        written.mood = toString(mood);
        written.executed = executes(mood);
    });
    return replyOf(mood, bodyOf(entry.number));
}

Reply MoodyProvider::replyOf(Mood mood, const QByteArray &body)
{
    const auto upTo = [this](qint64 most) { return std::uniform_int_distribution<qint64>(1, most)(m_dice); };
    switch (mood) {
    case Mood::good:
        return Reply::raw(response(body));
    case Mood::slow:
        return Reply::delayed(std::chrono::milliseconds(upTo(m_options.slowAtMost.count())))
            .thenSend(response(body));
    case Mood::late:
        return Reply::delayed(m_options.lateAfter).thenSend(response(body));
    case Mood::twice:
        return Reply::raw(response(body) + response("{\"execution\": -1}"));
    case Mood::half: {
        const QByteArray whole = response(body);
        return Reply::raw(whole.left(upTo(whole.size() - 1))).thenClose();
    }
    case Mood::unframed:
        return Reply::raw("HTTP/1.1 200 OK\r\n\r\n" + body.left(upTo(body.size() - 1))).thenClose();
    case Mood::silent:
        return Reply::held().thenClose();
    case Mood::slams:
        return Reply::closeWithoutAnswer();
    case Mood::resets:
        return Reply().thenReset();
    case Mood::broken:
        return Reply::answer(500, "{\"error\": \"after it was done\"}");
    case Mood::busy:
        return Reply::answer(503, "busy", {{"Retry-After", "0"}});
    case Mood::busyUntil: {
        const QDateTime now = QDateTime::currentDateTimeUtc();
        return Reply::answer(503, "busy",
                             {{"Date", httpDate(now)}, {"Retry-After", httpDate(now.addSecs(1))}});
    }
    case Mood::refusing:
        return Reply::answer(422, "{\"error\": \"no such paper\"}");
    }
    return Reply::closeWithoutAnswer();
}

} // namespace oncedesk
