import * as v from "valibot";

/** The interface languages of readers. */
const LANGUAGES = ["pt", "en", "es"] as const;
export type ReaderLanguage = (typeof LANGUAGES)[number];

/** `POST /messages/{id}/translation` (docs/rules/translation.md). */
export const TranslationBody = v.object({
  language: v.picklist(LANGUAGES),
  /** True = the page requests the translation of a visible message automatically; the setting `auto` and the consent decide. */
  automatic: v.optional(v.boolean(), false),
});
export type TranslationBody = v.InferOutput<typeof TranslationBody>;
/** `text`: null = an automatic request for a message that is translated only from the menu. */
export const TranslationAnswer = v.object({ text: v.nullable(v.string()) });

/** Texts with fewer words are not translated automatically. */
const MIN_WORDS = 3;
/** Frequent words of each language, without accents; a word may be in several lists. */
const FREQUENT: Readonly<Record<string, ReadonlySet<string>>> = {
  pt: new Set(
    `a o os as um uma de do da dos das em no na nos nas e que nao sim com por para pra pro se mas ou como mais muito
    muita ja ate eu voce vc vcs voces ele ela eles elas nos meu minha seu sua isso isto esse essa este esta aqui ai la
    bom boa dia tarde noite oi ola obrigado obrigada obg tudo bem quero queria gostaria preciso pode posso tem tenho
    tinha foi ser estou esta estao sao vou vai fazer quanto quando onde qual quais quem porque hoje amanha ontem agora
    so tambem tb blz favor ainda sobre sem depois antes qdo pedido valor preco comprar`.split(/\s+/),
  ),
  es: new Set(
    `a el la los las un una de del en y e que no si con por para se pero o como mas muy mucho mucha ya hasta yo usted
    ustedes tu el ella ellos ellas mi su eso esto ese esa este esta aqui ahi alli bueno buena buenos buenas dia dias
    tardes noches hola gracias todo bien quiero queria quisiera necesito puede puedo tiene tengo tenia fue ser estoy
    estan son voy va hacer cuanto cuando donde cual cuales quien porque hoy manana ayer ahora solo tambien favor
    todavia sobre sin despues antes pedido valor precio comprar es al lo le les nos me te hay`.split(/\s+/),
  ),
  en: new Set(
    `the a an of in on at and that this these those not no yes with by for to if but or as more very much already until
    i you he she it we they my your his her our their here there good morning afternoon evening night hi hello thanks
    thank all well want would like need can could may have has had was were be am is are going do does did how when
    where which what who why today tomorrow yesterday now only also please still about without after before order price
    buy from will`.split(/\s+/),
  ),
  fr: new Set(
    `le la les un une des de du en et que ne pas oui non avec par pour si mais ou comme plus tres deja je vous il elle
    nous ils elles mon ma votre vos ce cette ici bonjour bonsoir merci tout bien veux voudrais besoin peux pouvez ai
    avez est suis sont fait combien quand quel quelle qui pourquoi demain hier maintenant aussi plait dans sur sans c
    j d l au aux`.split(/\s+/),
  ),
  de: new Set(
    `der die das ein eine einen und dass nicht ja nein mit von fur zu wenn aber oder wie mehr sehr schon ich sie er es
    wir mein meine ihr ihre hier guten tag morgen abend hallo danke alles gut mochte brauche kann konnen habe haben hat
    ist sind bin war wird wieviel wann wo welche wer warum heute gestern jetzt nur auch bitte noch uber ohne nach vor im
    am den dem des`.split(/\s+/),
  ),
  it: new Set(
    `il lo la i gli le un una di del della in e che non si con per se ma o come piu molto gia io lei lui noi voi loro mio
    mia suo sua questo questa qui buongiorno buonasera ciao grazie tutto bene voglio vorrei bisogno puo posso ho ha hai
    sono era fare quanto quando dove quale chi perche oggi domani ieri adesso solo anche favore ancora su senza dopo
    prima nel nella al alla c`.split(/\s+/),
  ),
};
const LINKS = /\b(?:https?:\/\/|www\.)\S+|\S+@\S+/gi;
const LETTERS = /[\p{L}\p{M}]+/gu;

/**
 * Whether a text of at least 3 words is clearly in another language than its reader's. In doubt false: a text that is not
 * translated automatically can be translated from the menu, and every translation costs tokens. Pure.
 */
export function isForeign(text: string, reader: ReaderLanguage): boolean {
  const bare = text.replaceAll(LINKS, " ");
  const words = bare.match(LETTERS) ?? [];
  const letters = words.join("");
  const latin = letters.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Some scripts have no blanks between words.
  if (letters.length >= 6 && latin < letters.length / 2) return true;
  if (words.length < MIN_WORDS) return false;
  const plain = words.map((word) => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase());
  const hits = (language: string) => plain.filter((word) => FREQUENT[language]?.has(word)).length;
  const marks: Readonly<Record<string, number>> = {
    pt: /[ãõç]|lh|nh/i.test(bare) ? 1 : 0,
    es: /[ñ¿¡]/i.test(bare) ? 2 : 0,
  };
  const scoreOf = (language: string) => hits(language) + (marks[language] ?? 0);
  const own = scoreOf(reader);
  const others = Object.keys(FREQUENT).filter((language) => language !== reader);
  const best = Math.max(...others.map(scoreOf));
  return best >= 2 && best >= own + 2 && best >= words.length / 5;
}
