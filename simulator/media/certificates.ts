import caCertificate from "#simulator/certs/ca.pem" with { type: "text" };
import serverKey from "#simulator/certs/localhost.key" with { type: "text" };
import serverCertificate from "#simulator/certs/localhost.pem" with { type: "text" };

/**
 * The test certificate of `localhost` and `*.whatsapp.net`, valid until 2120, and the authority it is signed
 * by. The authority's own key was thrown away, so trusting it trusts nothing but this one certificate.
 */
export { caCertificate, serverCertificate, serverKey };
