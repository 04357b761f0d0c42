#include "tests/core/base/nastyjson.h"

namespace oncedesk::test {

QByteArray NastyJson::space()
{
    static const char *const spaces[] = {"", "", "", " ", "\n", "\t", "\r\n", "\v", "\xC2\xA0"};
    return spaces[rarely() ? below(9) : below(7)];
}

QByteArray NastyJson::digits(int longest)
{
    QByteArray result;
    for (int left = 1 + below(longest); left > 0; --left)
        result += below(3) == 0 ? '0' : char('0' + below(10));
    return result;
}

QByteArray NastyJson::number()
{
    if (rarely()) {
        static const char *const odd[] = {"NaN", "-",         "01",  "1.",  ".5", "+1",
                                          "1e",  "-Infinity", "0x1", "1e+", "--1"};
        return odd[below(11)];
    }
    QByteArray result = below(3) == 0 ? "-" : "";
    if (below(3) == 0)
        result += '0';
    else
        result += char('1' + below(9)) + (below(4) == 0 ? digits(below(10) == 0 ? 2000 : 40) : QByteArray());
    if (below(3) == 0)
        result += '.' + digits(below(10) == 0 ? 17000 : 40);
    if (below(3) == 0) {
        result += below(2) == 0 ? 'e' : 'E';
        static const char *const signs[] = {"", "+", "-"};
        result += signs[below(3)];
        // The edges of numeric, where an off-by-one would show.
        static const int edges[] = {0,     1,      307,    308,    16382,      16383,
                                    16384, 131070, 131071, 131072, 1073741822, 1073741823};
        if (below(2) == 0)
            result += QByteArray::number(edges[below(12)]);
        else
            result += below(20) == 0 ? digits(30) : QByteArray::number(below(140000));
    }
    return result;
}

QByteArray NastyJson::string()
{
    static const char *const usual[] = {"a",
                                        "key",
                                        " ",
                                        "/",
                                        "\\n",
                                        "\\\"",
                                        "\\\\",
                                        "\\/",
                                        "\\u0061",
                                        "\\u00e9",
                                        "\xC3\xA9",
                                        "\\ud83d\\ude00",
                                        "\xF0\x9F\x98\x80",
                                        "\x7F",
                                        "\\u0001",
                                        "\\uFFFF",
                                        "\xEF\xBF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xF4\x8F\xBF\xBF",
                                        "\\uDBFF\\uDFFF",
                                        "\\t\\b\\f\\r"};
    static const char *const odd[] = {"\\u0000",
                                      "\\ud800",
                                      "\\udc00",
                                      "\\ud800\\ud800",
                                      "\\udc00\\ud800",
                                      "\xC0\x80",
                                      "\xED\xA0\x80",
                                      "\xF4\x90\x80\x80",
                                      "\xFF",
                                      "\xC3",
                                      "\\x",
                                      "\\u12",
                                      "\n",
                                      "\x01",
                                      "\\",
                                      "\"",
                                      "\\ud800\\n",
                                      "\\ud800a",
                                      "\xE2\x82",
                                      "\\U0041",
                                      "\\ud83d\\\\ude00"};
    QByteArray result = "\"";
    for (int left = below(below(30) == 0 ? 200 : 4); left > 0; --left)
        result += below(150) == 0 ? odd[below(21)] : usual[below(22)];
    return result + '"';
}

QByteArray NastyJson::value(int depth)
{
    const int kind = below(depth > 6 ? 6 : 10);
    if (kind < 2)
        return number();
    if (kind < 4)
        return string();
    if (kind < 6) {
        static const char *const words[] = {"true", "false", "null", "True", "nul", ""};
        return words[rarely() ? below(6) : below(3)];
    }
    const bool isObject = kind < 8;
    QByteArray result = isObject ? "{" : "[";
    for (int left = below(5); left > 0; --left) {
        result += space();
        if (isObject)
            result += string() + space() + (rarely() ? QByteArray(" ") : QByteArray(":")) + space();
        result += value(depth + 1) + space();
        if (left > 1 || below(100) == 0)
            result += ',';
    }
    return result + (rarely() && rarely() ? ">" : isObject ? "}" : "]");
}

QByteArray NastyJson::next()
{
    if (below(100) == 0) {
        const int deep = 990 + below(20);
        const QByteArray open = below(2) == 0 ? "[" : "{\"a\":";
        return open.repeated(deep) + value(7) + QByteArray(open == "[" ? "]" : "}").repeated(deep);
    }
    return space() + value(0) + space();
}

} // namespace oncedesk::test
