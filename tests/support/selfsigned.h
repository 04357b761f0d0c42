// A TLS certificate made on the spot that nobody vouches for but itself.
#pragma once

#include <QByteArray>
#include <QTemporaryFile>

struct ssl_ctx_st;

namespace oncedesk {

class SelfSigned
{
public:
    // `name`: a subject alternative name, "IP:127.0.0.1" or "DNS:host".
    explicit SelfSigned(const char *name);
    ~SelfSigned();
    Q_DISABLE_COPY_MOVE(SelfSigned)

    [[nodiscard]] ssl_ctx_st *context() const { return m_context; }
    [[nodiscard]] QByteArray certificatePem() const;
    [[nodiscard]] QByteArray privateKeyPem() const;
    [[nodiscard]] QByteArray certificateFile() const { return m_file.fileName().toLocal8Bit(); }

private:
    ssl_ctx_st *m_context;
    QTemporaryFile m_file;
};

} // namespace oncedesk
