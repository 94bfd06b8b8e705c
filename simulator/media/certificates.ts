import caCertificate from "#simulator/certs/ca.pem" with { type: "text" };
import serverKey from "#simulator/certs/localhost.key" with { type: "text" };
import serverCertificate from "#simulator/certs/localhost.pem" with { type: "text" };

/**
 * A test certificate for `localhost` and `*.whatsapp.net`, valid until 2120, and its certificate authority. The
 * private key of the authority was deleted, so that trusting it means trusting only this certificate.
 */
export { caCertificate, serverCertificate, serverKey };
