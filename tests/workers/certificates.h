// Has a drill's providers put to the contract suite of "print", by the workers and real round trips; lets the
// certificate of "laser" lapse in each way there is, and keeps since when and until when.
#pragma once

#include "tests/workers/drill.h"

namespace oncedesk {

class Certificates
{
public:
    // How "laser" answers, whatever its mood; its thread reads it. "nonsense" answers so all the time.
    struct Conduct
    {
        std::atomic_bool isSane = true;
        std::atomic_int model = 1;

        [[nodiscard]] QByteArray answer(int execution) const;
        [[nodiscard]] static QByteArray nonsense(int execution);
    };

    // Saves the suite. Both outlive it.
    Certificates(Drill &drill, Conduct &laser);

    // How the run ends: "passed". With workers running.
    QString certify(const QByteArray &provider);
    // In the next way. Returns when nobody can have an older view of it.
    void lapse();
    // "laser" is put to the suite once more, and must pass.
    void restore();
    // Since the last change: what is opened by itself at "laser", and where it was passed over.
    [[nodiscard]] bool isUsed();
    [[nodiscard]] bool isPassedOver();

    [[nodiscard]] int lapses() const { return m_lapses; }
    [[nodiscard]] const QList<Verdict::Uncertified> &uncertified() const { return m_uncertified; }

private:
    void saveSuite();
    void changeSettings();
    void changeModel();
    void failTheSuite();
    [[nodiscard]] QByteArray now();

    Drill &m_drill;
    Conduct &m_laser;
    int m_lapses = 0;
    int m_suites = 0;
    QByteArray m_changed; // when
    QList<Verdict::Uncertified> m_uncertified{{"nonsense"}};
};

} // namespace oncedesk
