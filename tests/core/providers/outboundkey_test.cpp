#include "core/providers/provider.h"

#include <QHash>
#include <gtest/gtest.h>

using namespace Qt::Literals::StringLiterals;
using namespace oncedesk;

TEST(OutboundKey, LeavesUsualOwnersAndKeysReadable)
{
    EXPECT_EQ(outboundIdempotencyKey(u"alice"_s, "order-42"), "alice/order-42");
    EXPECT_EQ(outboundIdempotencyKey(u"alice@example.com"_s, "2024:print_7.a~b+c"),
              "alice@example.com/2024:print_7.a~b+c");
    EXPECT_EQ(outboundIdempotencyKey(u"Zoë"_s, "a b/c%"), "Zo%C3%AB/a%20b%2Fc%25");
}

TEST(OutboundKey, IsAHeaderValueThatHttpDoesNotChange)
{
    for (int byte = 0; byte < 256; ++byte) {
        const QByteArray key = outboundIdempotencyKey(QString(QChar(byte)), QByteArray(1, char(byte)));
        EXPECT_EQ(key.count('/'), 1) << byte;
        for (const char c : key)
            EXPECT_TRUE(c > 0x20 && c < 0x7f) << byte;
    }
    EXPECT_NE(outboundIdempotencyKey(u"a"_s, " k"), outboundIdempotencyKey(u"a"_s, "k"));
    EXPECT_NE(outboundIdempotencyKey(u"a"_s, "k "), outboundIdempotencyKey(u"a"_s, "k"));
}

TEST(OutboundKey, NeverGivesTwoPairsOneText)
{
    // Every owner and key of up to three of the characters that could be confused.
    const QByteArray alphabet = "a/%2F ";
    QByteArrayList texts{""};
    for (qsizetype from = 0, length = 0; length < 3; ++length) {
        const qsizetype to = texts.size();
        for (; from < to; ++from) {
            for (const char c : alphabet)
                texts.append(texts.at(from) + c);
        }
    }
    QHash<QByteArray, std::pair<QByteArray, QByteArray>> seen;
    for (const QByteArray &owner : std::as_const(texts)) {
        for (const QByteArray &key : std::as_const(texts)) {
            const QByteArray out = outboundIdempotencyKey(QString::fromUtf8(owner), key);
            ASSERT_FALSE(seen.contains(out)) << out.data();
            seen.insert(out, {owner, key});
            const qsizetype slash = out.indexOf('/');
            ASSERT_EQ(QByteArray::fromPercentEncoding(out.left(slash)), owner);
            ASSERT_EQ(QByteArray::fromPercentEncoding(out.mid(slash + 1)), key);
        }
    }
    EXPECT_EQ(seen.size(), texts.size() * texts.size());
}
