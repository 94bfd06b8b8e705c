import { type DemoCompany, ROUND_THE_CLOCK } from "./cast.ts";

/** A company that is a customer of the provider. */
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
    { name: "Visita técnica", color: "#1971c2", kanban: true },
    { name: "Sem sinal", color: "#e03131", kanban: true },
    { name: "Condomínio", color: "#7c4dff" },
  ],
  hours: ROUND_THE_CLOCK,
  replies: [
    { shortcode: "protocolo", message: "{{firstName}}, o seu protocolo é *{{protocol}}*." },
    {
      shortcode: "reinicie",
      message: "{{firstName}}, tire o roteador da tomada por 30 segundos e ligue de novo, por favor.",
    },
    {
      shortcode: "boleto",
      message: "A segunda via está no aplicativo Vento, em Faturas. Se preferir, envio por aqui.",
    },
    {
      shortcode: "tecnico",
      message: "Visita marcada! Seu protocolo é {{protocol}}.",
      of: "davi@vento.example",
    },
  ],
  resolutions: ["Resolvido à distância", "Visita técnica", "Cobrança explicada", "Cancelou"],
  rules: [{ name: "Cliente sem sinal", words: ["sinal", "caiu"], tag: "Sem sinal" }],
  fields: [
    { of: "ticket", key: "protocolo_anatel", label: "Protocolo Anatel", kind: "text" },
    { of: "contact", key: "contrato", label: "Contrato", kind: "text", inList: true },
    {
      of: "contact",
      key: "plano",
      label: "Plano",
      kind: "choice",
      choices: ["100 mega", "300 mega", "600 mega"],
      inList: true,
    },
  ],
  contacts: [
    {
      name: "Fernanda Duarte",
      number: "5512977771111",
      email: "fernanda@cliente.example",
      extraInfo: [{ name: "Ponto de referência", value: "Ao lado da padaria" }],
      fields: { contrato: "VT-20931", plano: "300 mega" },
    },
  ],
  schedules: [
    {
      to: "5512977771111",
      body: "{{ms}}, {{firstName}}! Sua fatura vence em três dias. Quer a segunda via?",
      inDays: 3,
      at: "10:00",
      recurrence: "monthly",
    },
  ],
  chats: [
    {
      title: "Plantão do suporte",
      members: ["regina@vento.example", "davi@vento.example", "lia@vento.example"],
      lines: [
        { of: "regina@vento.example", minutesAgo: 200, text: "Manutenção na fibra da zona sul hoje às 23h." },
        { of: "davi@vento.example", minutesAgo: 190, text: "Certo, aviso quem ligar de lá." },
        {
          of: "lia@vento.example",
          minutesAgo: 25,
          text: "@Davi Nunes deixei o modelo da resposta em /fibra",
        },
      ],
    },
  ],
  past: {
    people: [
      ["Marcelo Tavares", "5512970002001"],
      ["Dona Cida", "5512970002002"],
      ["Clínica Sorriso", "5512970002003"],
      ["Jonas Ribas", "5512970002004"],
      ["Edifício Aroeira", "5512970002005"],
      ["Priscila Antunes", "5512970002006"],
    ].map(([name = "", number = ""]) => ({ name, number })),
    talks: [
      {
        queue: "Suporte",
        asked: "Minha internet caiu de novo.",
        answered: "Havia uma manutenção na sua rua; já voltou. Confere aí?",
        thanks: "Voltou, obrigado!",
      },
      {
        queue: "Suporte",
        asked: "Como troco a senha do Wi-Fi?",
        answered: "Pelo aplicativo, em Minha rede. Leva um minuto.",
        thanks: "Consegui!",
      },
      {
        queue: "Financeiro",
        asked: "Paguei duas vezes este mês.",
        answered: "Vi aqui: o valor volta como crédito na próxima fatura.",
        thanks: "Certo, obrigada.",
      },
    ],
  },
};
