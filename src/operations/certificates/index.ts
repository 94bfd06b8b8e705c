export { challengeAnswer } from "./challenge.ts";
export { CertificatePort } from "./renew.ts";
export { certificateState } from "./state.ts";
export { certificateAtStart, endsTls, secondsLeft } from "./status.ts";
export { storedCertificate } from "./store.ts";
