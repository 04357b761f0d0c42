// From time to place: one scale for all that is close together, a visible break where hours pass in between.
#pragma once

#include <QList>
#include <QString>
#include <functional>

namespace oncedesk {

class TimeScale
{
public:
    using Measure = std::function<qreal(const QString &)>; // how wide a text is drawn

    struct Tick
    {
        qreal x = 0;
        QString label;
        qreal labelLeft = 0;
        qreal labelWidth = 0;
    };
    struct Break
    {
        qreal left = 0;
        qreal right = 0;
        qint64 span = 0; // milliseconds left out
    };

    // Moments in milliseconds, in any order; left and width in pixels.
    TimeScale(QList<qint64> moments, qreal left, qreal width);

    [[nodiscard]] qreal x(qint64 time) const;
    // At round times, never closer than their labels allow.
    [[nodiscard]] QList<Tick> ticks(const Measure &measure) const;
    [[nodiscard]] QList<Break> breaks() const;

    static constexpr qreal breakWidth = 64;
    static constexpr qreal leastTickDistance = 88;
    static constexpr qreal rightOverhang = 24; // of a tick's label over the end

private:
    struct Piece
    {
        qint64 from = 0;
        qint64 to = 0;
        bool isBreak = false;
        qreal left = 0;
        qreal right = 0;
    };
    void cut(const QList<qint64> &moments);
    void place(qreal left, qreal width);
    QList<Piece> m_pieces; // one after the other, without holes
};

} // namespace oncedesk
