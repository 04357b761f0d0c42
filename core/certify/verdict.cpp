#include "core/certify/verdict.h"

#include "core/certify/rulecheck.h"

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

using certify::Document;

namespace {

class Judgement
{
public:
    void add(const QString &kind, const QStringList &faults)
    {
        if (m_verdict.kind.isEmpty() && !faults.isEmpty()) {
            m_verdict.kind = kind;
            m_verdict.reason = faults.first();
        }
        m_verdict.allFaults += faults.first(std::min<qsizetype>(faults.size(), room()));
    }

    [[nodiscard]] int room() const { return Verdict::mostFaults - int(m_verdict.allFaults.size()); }

    Verdict verdict()
    {
        m_verdict.passed = m_verdict.kind.isEmpty();
        if (m_verdict.passed)
            m_verdict.kind = u"passed"_s;
        return std::move(m_verdict);
    }

private:
    Verdict m_verdict;
};

QStringList wireFaults(const SuiteCase &suiteCase, const WireRequest &wire, const certify::Value &params,
                       certify::Budget &budget, int most)
{
    if (suiteCase.wire.isEmpty())
        return {};
    if (wire.method.isEmpty())
        return {u"Nothing reached the wire, so what the suite wants of the request is not there."_s};
    const auto body = Document::parse(wire.body);
    const certify::Ground ground{body ? &body->root() : nullptr, params, &wire};
    QStringList faults;
    for (const certify::Rule &rule : suiteCase.wire) {
        for (const QString &fault : certify::ruleFaults(rule, ground, budget, most - int(faults.size())))
            faults += u"In the request: "_s + fault;
        if (faults.size() >= most)
            break;
    }
    return faults;
}

} // namespace

Verdict judge(const SuiteCase &suiteCase, const RunObservation &seen)
{
    Judgement judgement;
    if (const auto *failed = std::get_if<FailedForSure>(&seen.outcome)) {
        judgement.add(u"failed_call"_s, {u"The call failed (%1): %2"_s.arg(
                                            failed->code, certify::shown(failed->message.toUtf8()))});
        return judgement.verdict();
    }
    if (const auto *doubtful = std::get_if<Doubtful>(&seen.outcome)) {
        judgement.add(u"doubtful"_s,
                      {u"Whether the provider acted is open: "_s + certify::shown(doubtful->why.toUtf8())});
        return judgement.verdict();
    }
    const auto answer = Document::parse(std::get<Finished>(seen.outcome).body);
    const auto params = Document::parse(suiteCase.params);
    if (!params) {
        judgement.add(u"rule"_s,
                      {u"The params of the case are not JSON: %1."_s.arg(params.error().sentence)});
        return judgement.verdict();
    }
    if (!answer)
        judgement.add(u"not_json"_s,
                      {u"The answer is not JSON to judge by: %1."_s.arg(answer.error().sentence)});

    certify::Budget budget;
    judgement.add(u"wire"_s,
                  wireFaults(suiteCase, seen.wire, params->root(), budget, std::max(1, judgement.room())));
    if (answer) {
        for (const certify::Schema &schema : suiteCase.schemas)
            judgement.add(u"schema"_s, schema.faults(answer->root(), budget, std::max(1, judgement.room())));
        const certify::Ground ground{&answer->root(), params->root(), nullptr};
        for (const certify::Rule &rule : suiteCase.rules) {
            if (judgement.room() <= 0)
                break;
            judgement.add(u"rule"_s, certify::ruleFaults(rule, ground, budget, judgement.room()));
        }
    }
    if (suiteCase.latency && seen.took > *suiteCase.latency)
        judgement.add(u"latency"_s,
                      {u"The answer took %1 ms, at most %2 are allowed."_s.arg(seen.took.count())
                           .arg(suiteCase.latency->count())});
    return judgement.verdict();
}

} // namespace oncedesk
