export { challengeAnswer } from "./challenge.ts";
export { kept } from "./kept.ts";
export { CertificatePort } from "./renew.ts";
export { certificateAtStart, endsTls, secondsLeft } from "./standing.ts";
export { certificateState } from "./state.ts";
