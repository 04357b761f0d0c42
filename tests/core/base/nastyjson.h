// JSON texts that are nearly right, or right in an unusual way; the same sequence for the same seed.
#pragma once

#include <QByteArray>
#include <QString>
#include <random>

namespace oncedesk::test {

class NastyJson
{
public:
    explicit NastyJson(unsigned seed) : m_random(seed) {}

    QByteArray next();

private:
    int below(int bound) { return int(m_random() % unsigned(bound)); }
    bool rarely() { return below(40) == 0; }
    QByteArray value(int depth);
    QByteArray string();
    QByteArray number();
    QByteArray digits(int longest);
    QByteArray space();

    std::mt19937 m_random;
};

} // namespace oncedesk::test
