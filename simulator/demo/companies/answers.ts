import { pdfOf } from "#simulator/people/documents.ts";
import { photo } from "#simulator/people/pictures.ts";

/** One answer of an attendant. */
export type Answer =
  | { readonly text: string }
  | { readonly picture: Parameters<typeof photo>[0]; readonly caption: string }
  | { readonly paper: Paper; readonly caption: string };

interface Paper {
  readonly fileName: string;
  readonly lines: readonly string[];
}

const BILL: Paper = {
  fileName: "segunda-via.pdf",
  lines: ["Vento Telecom", "Fatura de novembro", "Valor: R$ 99,90", "Vencimento: 30/11"],
};
const OFFER: Paper = {
  fileName: "proposta-cafe-da-manha.pdf",
  lines: [
    "Padaria Aurora",
    "Cafe da manha para 40 pessoas",
    "Frutas, sucos, paes e bolos",
    "Total: R$ 1.240,00",
  ],
};

interface Topic {
  /** Matches the customer's first text. */
  readonly about: RegExp;
  readonly answers: readonly Answer[];
  /** Tag that the ticket gets, a kanban lane. */
  readonly tag?: string;
  /** Priority of the ticket; without it normal. */
  readonly priority?: 3 | 4;
}

/** Prepared answers of the demo's attendants, in order, by the topic of the customer's first text. */
const TOPICS: readonly Topic[] = [
  {
    about: /bolo de cenoura/i,
    tag: "Aguardando pagamento",
    answers: [
      { text: "Boa tarde! Fazemos sim 😊 Para quantas pessoas?" },
      {
        picture: "cake",
        caption: "Este é o nosso de 3 kg. Sai por *R$ 189,00*, com entrega grátis no Centro.",
      },
      { text: "Pode sim, a cobertura vai à parte." },
      { text: "Combinado! Reservado para sábado às 10h." },
    ],
  },
  {
    about: /fornada|pão na chapa/i,
    answers: [
      { text: "Bom dia! A primeira sai às *6h em ponto*. Dá para sentir o cheiro da esquina." },
      { text: "Pode deixar, guardamos uma mesa para dois." },
      { text: "Hahaha, cura sim! Com café forte, então, nem se fala." },
    ],
  },
  {
    about: /coxinha|vizinha/i,
    tag: "Entrega",
    priority: 4,
    answers: [
      { text: "Poxa, mil desculpas! Me manda a localização certa, por favor?" },
      { text: "Recebi. O entregador já está voltando, chega em *15 minutos*." },
      { text: "Mais 10 por nossa conta! 🥟" },
    ],
  },
  {
    about: /orçamento/i,
    tag: "Orçamento enviado",
    answers: [
      { text: "Bom dia! Claro, quantas pessoas com restrição?" },
      { paper: OFFER, caption: "Anotado! Segue a proposta, com frutas e sucos." },
      { text: "Perfeito, falamos com a Sueli. Obrigado!" },
    ],
  },
  {
    about: /carteira/i,
    answers: [
      { text: "Olá! Como ela é? Achamos uma hoje cedo." },
      { text: "É ela mesmo! Está guardada no caixa." },
      { text: "Ninguém olhou a foto. Quase ninguém 😄" },
    ],
  },
  {
    about: /sonho/i,
    answers: [
      { text: "Saiu agora! Ainda está quentinho." },
      { text: "Temos os dois 😋" },
      { text: "Guardados! Pode vir tranquilo." },
    ],
  },
  {
    about: /salgado|pão doce/i,
    priority: 3,
    answers: [
      { text: "Boa noite! Que situação… pode mandar uma foto?" },
      { text: "Pedimos desculpas. Trocamos na hora, e o cafezinho é nosso." },
      { text: "Muito obrigado pela paciência!" },
    ],
  },
  {
    about: /fatura|boleto|segunda via/i,
    answers: [
      { paper: BILL, caption: "Segue a segunda via 👍" },
      { text: "O pagamento por Pix cai na hora." },
      { text: "Por nada! Precisando, é só chamar." },
    ],
  },
  {
    about: /internet|sinal|wi-?fi|roteador|lent|caiu/i,
    tag: "Visita técnica",
    priority: 3,
    answers: [
      { text: "Olá! Vou verificar a sua conexão agora. As luzes do roteador estão acesas?" },
      { text: "Obrigado. Pode tirar da tomada por 30 segundos e ligar de novo?" },
      { text: "Daqui o sinal voltou a *300 mega*. Melhorou aí?" },
      { text: "Que bom! Qualquer coisa, estamos aqui." },
    ],
  },
];
const OTHERWISE: readonly Answer[] = [
  { text: "Olá! Já estou vendo isso para você." },
  { text: "Só um instante, por favor 🙂" },
  { text: "Prontinho! Posso ajudar em mais alguma coisa?" },
];

/** Name of the tag for a conversation that began with this text. */
export function tagOf(firstWords: string): string | undefined {
  return TOPICS.find(({ about }) => about.test(firstWords))?.tag;
}

/** Priority of a conversation that began with this text. */
export function priorityOf(firstWords: string): number | undefined {
  return TOPICS.find(({ about }) => about.test(firstWords))?.priority;
}

/** All answers of an attendant to a customer who began with this text. */
export function answersTo(firstWords: string): readonly Answer[] {
  return TOPICS.find(({ about }) => about.test(firstWords))?.answers ?? OTHERWISE;
}

/** The body of `POST /messages/{ticketId}` for an answer. */
export async function bodyOf(answer: Answer): Promise<FormData | { readonly body: string }> {
  if ("text" in answer) return { body: answer.text };
  const form = new FormData();
  form.set("body", answer.caption);
  if ("picture" in answer) {
    form.set("medias", new File([(await photo(answer.picture)).slice()], "foto.jpg", { type: "image/jpeg" }));
  } else {
    const { fileName, lines } = answer.paper;
    form.set("medias", new File([pdfOf(lines).slice()], fileName, { type: "application/pdf" }));
  }
  return form;
}
