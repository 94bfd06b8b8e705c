import type { OpeningSpan, Weekday } from "#opening-hours/contract.ts";

/** Who works in the demo. All share one password; nobody outside this machine can reach them by default. */
export const DEMO_PASSWORD = "balcao";

export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly role: "super" | "admin" | "attendant";
  /** Names of the queues. */
  readonly queues: readonly string[];
}

export interface DemoConnection {
  readonly name: string;
  /** Number of the shop's phone, digits. */
  readonly number: string;
  /** Where it leads: with more than one, customers choose from a menu. */
  readonly queues: readonly string[];
  /** Where those go who choose nothing. */
  readonly otherwise?: string;
  readonly greeting: string;
}

export interface DemoOption {
  readonly title: string;
  readonly message: string;
  readonly children?: readonly DemoOption[];
}

export interface DemoQueue {
  readonly name: string;
  readonly color: string;
  readonly farewell: string;
  readonly greeting?: string;
  /** When its doors are open; the usual hours when left out. */
  readonly hours?: OpeningSpan[];
  readonly closed?: string;
  /** What the bot asks before a person comes. */
  readonly options?: readonly DemoOption[];
}

export interface DemoCompany {
  readonly name: string;
  readonly queues: readonly DemoQueue[];
  readonly users: readonly DemoUser[];
  readonly connections: readonly DemoConnection[];
  /** With 1 a lane of the board. */
  readonly tags: readonly { readonly name: string; readonly color: string; readonly kanban?: number }[];
  /** Of the whole company. */
  readonly quickReplies: readonly { readonly shortcode: string; readonly message: string }[];
}

const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});
const BAKERY = [
  ...(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const).map((day) =>
    span(day, "06:00", "20:00"),
  ),
  span("sunday", "06:00", "12:00"),
];
const CLOSED = "Agora a padaria está fechada. Abrimos às 6h e respondemos assim que chegarmos. 🥐";

/** The provider's own company: its first user is the super user. */
export const AURORA: DemoCompany = {
  name: "Padaria Aurora",
  queues: [
    {
      name: "Encomendas",
      color: "#7c4dff",
      farewell: "Obrigado por falar com a Padaria Aurora! 🍞",
      greeting: "{{ms}}, {{firstName}}! Aqui é a Padaria Aurora. Já chamamos alguém para atender você. 🥖",
      hours: BAKERY,
      closed: CLOSED,
    },
    {
      name: "Loja Norte",
      color: "#00a884",
      farewell: "A Loja Norte agradece o seu contato!",
      hours: BAKERY,
      closed: CLOSED,
    },
  ],
  users: [
    {
      name: "Helena Prado",
      email: "helena@balcao.example",
      role: "super",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Marcos Aurora",
      email: "marcos@aurora.example",
      role: "admin",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Ana Souza",
      email: "ana@aurora.example",
      role: "attendant",
      queues: ["Encomendas", "Loja Norte"],
    },
    {
      name: "Bruno Lima",
      email: "bruno@aurora.example",
      role: "attendant",
      queues: ["Encomendas", "Loja Norte"],
    },
  ],
  connections: [
    {
      name: "Loja Centro",
      number: "5511400010001",
      queues: ["Encomendas"],
      greeting: "",
    },
    { name: "Loja Norte", number: "5511400010002", queues: ["Loja Norte"], greeting: "" },
  ],
  tags: [
    { name: "VIP", color: "#e03131" },
    { name: "Orçamento enviado", color: "#2f9e44", kanban: 1 },
    { name: "Aguardando pagamento", color: "#e8590c", kanban: 1 },
    { name: "Entrega", color: "#1971c2", kanban: 1 },
  ],
  quickReplies: [
    { shortcode: "oi", message: "{{greeting}}, {{firstName}}! Aqui é {{userName}}. Em que posso ajudar?" },
    { shortcode: "horario", message: "Abrimos de segunda a sábado, das 6h às 20h." },
    {
      shortcode: "pix",
      message: "Nossa chave Pix é *pix@aurora.example*. Depois é só mandar o comprovante 😊",
    },
  ],
};

/** A company that rents its place from the provider. */
export const VENTO: DemoCompany = {
  name: "Vento Telecom",
  queues: [
    {
      name: "Suporte",
      color: "#0b72c4",
      farewell: "A Vento agradece. Boa navegação!",
      greeting: "Suporte técnico da Vento. O que está acontecendo?",
      options: [
        {
          title: "Estou sem internet",
          message: "Que pena! Como está a luz do roteador?",
          children: [
            { title: "Vermelha", message: "Anotado: luz vermelha. Um técnico já vem falar com você." },
            { title: "Verde", message: "Tire da tomada por 30 segundos, por favor. Já vem gente ajudar." },
            { title: "Apagada", message: "Confira a tomada. Se for ela, ninguém vai contar. Já vem gente." },
          ],
        },
        { title: "Internet lenta", message: "Se puder, teste no cabo. Já vem gente ajudar." },
        { title: "Wi-Fi e senha", message: "A senha está embaixo do aparelho. Já vem gente ajudar." },
        { title: "Outro assunto", message: "Certo! Já chamamos alguém para você." },
      ],
    },
    {
      name: "Financeiro",
      color: "#2f9e44",
      farewell: "A Vento agradece!",
      greeting: "Financeiro da Vento. Já chamamos alguém para você, {{firstName}}.",
    },
  ],
  users: [
    {
      name: "Regina Campos",
      email: "regina@vento.example",
      role: "admin",
      queues: ["Suporte", "Financeiro"],
    },
    { name: "Davi Nunes", email: "davi@vento.example", role: "attendant", queues: ["Suporte", "Financeiro"] },
    {
      name: "Lia Teixeira",
      email: "lia@vento.example",
      role: "attendant",
      queues: ["Suporte", "Financeiro"],
    },
  ],
  connections: [
    {
      name: "Atendimento",
      number: "5511400020001",
      queues: ["Suporte", "Financeiro"],
      otherwise: "Suporte",
      greeting: "{{ms}}, {{firstName}}! Aqui é a Vento Telecom 💨 Sobre o que vamos falar?",
    },
  ],
  tags: [
    { name: "Visita técnica", color: "#1971c2" },
    { name: "Sem sinal", color: "#e03131" },
  ],
  quickReplies: [
    { shortcode: "protocolo", message: "{{firstName}}, o seu protocolo é *{{protocol}}*." },
    { shortcode: "reinicie", message: "Pode desligar o modem da tomada por 30 segundos e ligar de novo?" },
  ],
};
