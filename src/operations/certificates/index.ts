export { CertificatePort, challengeAnswer } from "./renew.ts";
export { certificateAtStart, certificateState, endsTls, secondsLeft } from "./state.ts";
export { storedCertificate } from "./store.ts";
