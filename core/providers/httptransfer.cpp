#include "core/providers/httptransfer.h"

#include "core/providers/httpclient.h"

#include <QRegularExpression>
#include <cerrno>
#include <sys/socket.h>

using namespace Qt::Literals::StringLiterals;

namespace oncedesk {

namespace {

// "HTTP/1.1 200 OK"; the reason may be missing, with its space.
bool isStatusLine(const QByteArray &line)
{
    static const QRegularExpression pattern(u"^HTTP/1\\.[01] [1-5][0-9][0-9]([ \\r\\n]|$)"_s);
    return pattern.match(QString::fromLatin1(line.left(16))).hasMatch();
}

// An option that does not take would silently undo a promise, so it ends the program.
template<class T>
void set(CURL *easy, CURLoption option, T value)
{
    if (const CURLcode code = curl_easy_setopt(easy, option, value); code != CURLE_OK)
        qFatal("libcurl refuses option %d: %s", int(option), curl_easy_strerror(code));
}

// RFC 9112, 6.3. Under TLS a goodbye would tell the two ends apart, but libcurl does not insist on one.
bool endsWithLink(const HttpExchange &exchange, bool hasLength)
{
    if (exchange.status == 204 || exchange.status == 304)
        return false;
    const QList<QByteArray> codings = exchange.values("Transfer-Encoding");
    return codings.isEmpty() ? !hasLength : !codings.last().toLower().endsWith("chunked");
}

QString codeFor(CURLcode code, long systemError)
{
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return u"name_not_found"_s;
    case CURLE_COULDNT_CONNECT:
        return systemError == ECONNREFUSED ? u"connection_refused"_s : u"connect_failed"_s;
    case CURLE_OPERATION_TIMEDOUT:
        return u"connect_timeout"_s;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
        return u"tls_failed"_s;
    case CURLE_ABORTED_BY_CALLBACK: // by beforeRequest
        return u"not_sent"_s;
    default:
        return u"connect_failed"_s;
    }
}

} // namespace

HttpTransfer::HttpTransfer(std::shared_ptr<HttpClient> client, HttpRequest request,
                           std::function<void(HttpExchange)> done)
    : m_client(std::move(client)),
      m_request(std::move(request)),
      m_done(std::move(done)),
      m_easy(curl_easy_init())
{
    if (!m_easy)
        qFatal("libcurl: out of memory");
    configure();
}

HttpTransfer::~HttpTransfer()
{
    release();
}

void HttpTransfer::release()
{
    if (!m_easy)
        return;
    curl_multi_remove_handle(m_client->m_multi, m_easy);
    curl_easy_cleanup(m_easy);
    m_easy = nullptr;
    curl_slist_free_all(m_headerLines);
    m_headerLines = nullptr;
}

void HttpTransfer::configure()
{
    set(m_easy, CURLOPT_PRIVATE, this);
    set(m_easy, CURLOPT_ERRORBUFFER, m_curlError.data());
    set(m_easy, CURLOPT_URL, m_request.url.constData());
    set(m_easy, CURLOPT_PATH_AS_IS, 1L);
    set(m_easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(m_easy, CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_1_1));

    // libcurl sends a request again when a kept-alive connection dies under it: never give it one.
    set(m_easy, CURLOPT_FRESH_CONNECT, 1L);
    set(m_easy, CURLOPT_FORBID_REUSE, 1L);
    set(m_easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(m_easy, CURLOPT_PREREQFUNCTION, &HttpTransfer::beforeRequest);
    set(m_easy, CURLOPT_PREREQDATA, this);

    set(m_easy, CURLOPT_PROXY, ""); // an empty name also switches the environment's proxies off
    set(m_easy, CURLOPT_NETRC, long(CURL_NETRC_IGNORED));
    set(m_easy, CURLOPT_NOSIGNAL, 1L);
    set(m_easy, CURLOPT_QUICK_EXIT, 1L); // giving up must not wait for a slow name server
    set(m_easy, CURLOPT_CONNECTTIMEOUT_MS, long(m_request.connectTimeout.count()));
    set(m_easy, CURLOPT_OPENSOCKETFUNCTION, &HttpTransfer::openSocket);

    set(m_easy, CURLOPT_SSL_VERIFYPEER, 1L);
    set(m_easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!m_client->m_options.caFile.isEmpty())
        set(m_easy, CURLOPT_CAINFO, m_client->m_options.caFile.constData());

    // No Accept-Encoding is sent and nothing is unpacked, so a small answer stays small.
    set(m_easy, CURLOPT_HEADERFUNCTION, &HttpTransfer::onHeader);
    set(m_easy, CURLOPT_HEADERDATA, this);
    set(m_easy, CURLOPT_WRITEFUNCTION, &HttpTransfer::onBody);
    set(m_easy, CURLOPT_WRITEDATA, this);

    if (m_request.method == "POST") {
        set(m_easy, CURLOPT_POST, 1L);
        set(m_easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(m_request.body.size()));
        set(m_easy, CURLOPT_POSTFIELDS, m_request.body.constData());
    }
    // With `Expect: 100-continue` libcurl would send a large request twice after a 417.
    m_headerLines = curl_slist_append(nullptr, "Expect:");
    for (const HttpHeader &header : std::as_const(m_request.headers)) {
        // "Name;" is libcurl's spelling of a header with an empty value.
        const QByteArray line = header.name + (header.value.isEmpty() ? ";" : ": ") + header.value;
        m_headerLines = curl_slist_append(m_headerLines, line.constData());
    }
    set(m_easy, CURLOPT_HTTPHEADER, m_headerLines);
}

// Called when name, TCP and TLS are done and the request is about to be written: the one moment from which it
// may have arrived. Asked a second time, libcurl would be repeating the request.
int HttpTransfer::beforeRequest(void *transfer, char *, char *, int, int)
{
    auto *self = static_cast<HttpTransfer *>(transfer);
    if (self->m_mayHaveSent) {
        self->m_ownProblem = u"the request would have been sent a second time"_s;
        return CURL_PREREQFUNC_ABORT;
    }
    if (self->m_request.maySend && !self->m_request.maySend()) {
        self->m_ownProblem = u"the deadline had passed when the connection was there"_s;
        return CURL_PREREQFUNC_ABORT;
    }
    self->m_mayHaveSent = true;
    return CURL_PREREQFUNC_OK;
}

// A child process must not hold a provider's connection open.
curl_socket_t HttpTransfer::openSocket(void *, curlsocktype, curl_sockaddr *address)
{
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

size_t HttpTransfer::onHeader(char *data, size_t size, size_t count, void *transfer)
{
    auto *self = static_cast<HttpTransfer *>(transfer);
    const auto length = qsizetype(size * count);
    self->m_headerBytes += length;
    if (self->m_headerBytes > self->m_client->m_options.maxHeaderBytes) {
        self->m_ownProblem = u"the headers of the answer are larger than %1 bytes"_s.arg(
            self->m_client->m_options.maxHeaderBytes);
        return 0;
    }
    return self->takeHeader(QByteArray(data, length)) ? size * count : 0;
}

bool HttpTransfer::takeHeader(QByteArray line)
{
    if (line.startsWith("HTTP/")) { // a new block: what came before was interim
        m_headersComplete = false;
        m_contentLength.reset();
        m_exchange.headers.clear();
        // libcurl takes a status line that it cannot read for a 200.
        if (!isStatusLine(line))
            m_ownProblem = u"the answer begins with a malformed status line"_s;
        return m_ownProblem.isEmpty();
    }
    const bool folded = line.startsWith(' ') || line.startsWith('\t');
    line = line.trimmed();
    if (line.isEmpty()) {
        m_headersComplete = true;
        return true;
    }
    const qsizetype colon = line.indexOf(':');
    if (folded || colon <= 0)
        return true;
    HttpHeader header{line.left(colon).trimmed(), line.mid(colon + 1).trimmed()};
    if (header.name.compare("content-length", Qt::CaseInsensitive) == 0 && !takeContentLength(header.value))
        return false;
    if (!m_headersComplete) // else a trailer
        m_exchange.headers.append(std::move(header));
    return true;
}

// libcurl believes the last of several lengths, and reads to the end of the link when one is beyond 64 bits.
bool HttpTransfer::takeContentLength(const QByteArray &value)
{
    bool isNumber = false;
    const qlonglong length = value.toLongLong(&isNumber);
    if (!isNumber || length < 0)
        m_ownProblem = u"the answer names a length that is no number"_s;
    else if (m_contentLength && *m_contentLength != length)
        m_ownProblem = u"the answer names two different lengths"_s;
    else if (length > m_request.maxResponseBytes)
        m_ownProblem = u"the answer is larger than %1 bytes"_s.arg(m_request.maxResponseBytes);
    m_contentLength = length;
    return m_ownProblem.isEmpty();
}

size_t HttpTransfer::onBody(char *data, size_t size, size_t count, void *transfer)
{
    auto *self = static_cast<HttpTransfer *>(transfer);
    const auto length = qsizetype(size * count);
    if (self->m_exchange.body.size() + length > self->m_request.maxResponseBytes) {
        self->m_ownProblem = u"the answer is larger than %1 bytes"_s.arg(self->m_request.maxResponseBytes);
        return 0;
    }
    self->m_exchange.body.append(data, length);
    return size * count;
}

QString HttpTransfer::curlsWords(CURLcode code) const
{
    return m_curlError[0] ? QString::fromUtf8(m_curlError.data())
                          : QString::fromUtf8(curl_easy_strerror(code));
}

HttpExchange HttpTransfer::conclude(CURLcode code) const
{
    HttpExchange exchange = m_exchange;
    long number = 0;
    curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &number);
    exchange.status = int(number);
    long written = 0;
    curl_easy_getinfo(m_easy, CURLINFO_REQUEST_SIZE, &written);
    if (code != CURLE_OK && !m_mayHaveSent && written == 0) {
        curl_easy_getinfo(m_easy, CURLINFO_OS_ERRNO, &number);
        exchange.end = HttpExchange::End::nothingSent;
        exchange.code = codeFor(code, number);
        exchange.problem = m_ownProblem.isEmpty() ? curlsWords(code) : m_ownProblem;
    } else if (code != CURLE_OK) {
        exchange.problem = m_ownProblem.isEmpty() ? curlsWords(code) : m_ownProblem;
    } else if (!m_headersComplete) {
        // libcurl takes a connection that closes among the headers for a whole answer.
        exchange.problem = u"the link was lost in the middle of the answer's headers"_s;
    } else {
        exchange.end = HttpExchange::End::answered;
        exchange.endsWithLink = endsWithLink(exchange, m_contentLength.has_value());
    }
    return exchange;
}

void HttpTransfer::finish(CURLcode code)
{
    HttpExchange exchange = conclude(code);
    release();
    const auto done = std::move(m_done);
    done(std::move(exchange));
}

} // namespace oncedesk
