#include "tests/support/selfsigned.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace oncedesk {

namespace {

template<class Write>
QByteArray pemOf(Write write)
{
    BIO *pem = BIO_new(BIO_s_mem());
    write(pem);
    char *text = nullptr;
    const long size = BIO_get_mem_data(pem, &text);
    const QByteArray bytes(text, size);
    BIO_free(pem);
    return bytes;
}

} // namespace

SelfSigned::SelfSigned(const char *name) : m_context(SSL_CTX_new(TLS_server_method()))
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 24 * 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME *subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char *>("provider under test"), -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    for (const auto &[nid, value] :
         {std::pair(NID_subject_alt_name, name), std::pair(NID_basic_constraints, "critical,CA:TRUE")}) {
        X509_EXTENSION *extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value);
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
    X509_sign(certificate, key, EVP_sha256());

    SSL_CTX_use_certificate(m_context, certificate);
    SSL_CTX_use_PrivateKey(m_context, key);
    if (SSL_CTX_check_private_key(m_context) != 1 || !m_file.open())
        qFatal("cannot make a certificate");

    m_file.write(certificatePem());
    m_file.flush();
    X509_free(certificate);
    EVP_PKEY_free(key);
}

QByteArray SelfSigned::certificatePem() const
{
    return pemOf([this](BIO *pem) { PEM_write_bio_X509(pem, SSL_CTX_get0_certificate(m_context)); });
}

QByteArray SelfSigned::privateKeyPem() const
{
    return pemOf([this](BIO *pem) {
        PEM_write_bio_PrivateKey(pem, SSL_CTX_get0_privatekey(m_context), nullptr, nullptr, 0, nullptr,
                                 nullptr);
    });
}

SelfSigned::~SelfSigned()
{
    SSL_CTX_free(m_context);
}

} // namespace oncedesk
