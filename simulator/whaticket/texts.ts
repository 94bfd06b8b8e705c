/** Texts with characters that break naive parsers. */
export const HARD_TEXTS = [
  "Bom dia! Tudo bem?",
  "linha um\nlinha dois\ttabulada",
  "it's 'quoted' \"twice\"",
  "barra \\ invertida \\n não é quebra",
  "emoji 👩‍🦰 e acentos çãõ",
  "ponto; vírgula, (parênteses);",
  "\\.",
  "\\N",
  "-- não é comentário /* nem isto */",
  "",
];

const WORDS = "pedido entrega boleto amanhã obrigado preço orçamento endereço cliente produto".split(" ");
/** A message text; equal for equal seeds, sometimes with difficult characters. */
export const sentence = (seed: number) =>
  seed % 17 === 0
    ? (HARD_TEXTS[(seed / 17) % HARD_TEXTS.length] ?? "")
    : `${WORDS[seed % 10]} ${WORDS[(seed * 7) % 10]} ${seed}`;
