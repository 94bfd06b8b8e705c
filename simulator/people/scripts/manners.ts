/** Short phrases that fit any shop. */
export const FAREWELLS = [
  "Obrigada! 🙏",
  "Valeu!",
  "Muito obrigado pelo atendimento 😊",
  "👍",
  "Ok, obrigada!",
];

/** Sent before giving up on a shop that does not answer. */
export const RESIGNATIONS = [
  "Tudo bem, deixa pra lá. Amanhã eu tento de novo.",
  "Vou aí pessoalmente então. Me esperem.",
  "Desisto por hoje. Foi bom conversar comigo mesmo.",
];
