import { AURORA_CAMPAIGNS } from "./aurora-campaigns.ts";
import { BAKERY, type DemoCompany } from "./cast.ts";

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
    { name: "Bolo", color: "#f06595" },
    { name: "Orçamento enviado", color: "#2f9e44", kanban: true },
    { name: "Aguardando pagamento", color: "#e8590c", kanban: true },
    { name: "Entrega", color: "#1971c2", kanban: true },
  ],
  replies: [
    { shortcode: "oi", message: "{{greeting}}, {{firstName}}! Aqui é {{userName}}. Em que posso ajudar?" },
    {
      shortcode: "horario",
      message: "{{ms}}, {{firstName}}! Abrimos das 6h às 20h, e aos domingos até o meio-dia.",
    },
    {
      shortcode: "pix",
      message: "{{firstName}}, nossa chave Pix é o e-mail pix@aurora.example. O protocolo é {{protocol}}.",
    },
    {
      shortcode: "bolo",
      message: "Este é o nosso bolo de cenoura de 3 kg. Sai por *R$ 189,00*. Qual sabor de cobertura?",
      picture: "cake",
    },
    {
      shortcode: "entrega",
      message: "Entregamos no Centro e na Vila em até 40 minutos. Pode me mandar o endereço?",
    },
    {
      shortcode: "jaja",
      message: "Só um minutinho, {{firstName}}, já volto com a resposta 🙂",
      of: "ana@aurora.example",
    },
    { shortcode: "obg", message: "A Ana agradece! Bom café e até breve ☕", of: "ana@aurora.example" },
    {
      shortcode: "troca",
      message: "Pedimos desculpas, {{firstName}}. Trocamos na hora, e o cafezinho é nosso.",
      of: "bruno@aurora.example",
    },
  ],
  macros: [
    {
      name: "Cobrar o Pix",
      description: "Manda a chave, marca o atendimento e o traz de volta amanhã cedo.",
      digit: 1,
      reply:
        "{{firstName}}, nossa chave Pix é o e-mail pix@aurora.example. Assim que cair, já começo o seu pedido!",
      tag: "Aguardando pagamento",
      snooze: true,
    },
    {
      name: "Passar para a Loja Norte",
      description: "Avisa o cliente, deixa uma nota e transfere.",
      digit: 2,
      reply: "{{firstName}}, quem cuida disso é a Loja Norte. Vou passar você para lá, é só um instante.",
      note: "O cliente já sabe que está indo para a Loja Norte.",
      queue: "Loja Norte",
    },
  ],
  resolutions: ["Pedido entregue", "Encomenda marcada", "Só uma dúvida", "Desistiu"],
  rules: [{ name: "Pedido de bolo", words: ["bolo", "bolos"], tag: "Bolo" }],
  fields: [
    { of: "ticket", key: "entrega", label: "Entrega", kind: "date", inList: true },
    {
      of: "ticket",
      key: "pagamento",
      label: "Pagamento",
      kind: "choice",
      choices: ["Pix", "Cartão", "Dinheiro"],
      inList: true,
    },
    { of: "contact", key: "aniversario", label: "Aniversário", kind: "date", inList: true },
    {
      of: "contact",
      key: "alergias",
      label: "Alergias",
      kind: "multi",
      choices: ["Glúten", "Lactose", "Castanhas"],
    },
  ],
  contacts: [
    {
      name: "Marina Ribeiro",
      number: "5511977776666",
      email: "marina.ribeiro@cliente.example",
      extraInfo: [{ name: "Prefere", value: "Bolo de cenoura, cobertura à parte" }],
      fields: { aniversario: "1990-03-14", alergias: ["Lactose"] },
    },
    {
      name: "Zé Carlos",
      number: "5511988887777",
      extraInfo: [{ name: "Endereço", value: "Rua das Camélias, 120, fundos" }],
    },
    {
      name: "Renata Moraes",
      number: "5511911114321",
      email: "renata@floricultura.example",
      extraInfo: [{ name: "CNPJ", value: "12.345.678/0001-90" }],
    },
  ],
  schedules: [
    {
      to: "5511988887777",
      body: "{{ms}}, {{firstName}}! A primeira fornada sai às 6h. Guardo o seu pão?",
      inDays: 1,
      at: "05:45",
      recurrence: "daily",
    },
    {
      to: "5511977776666",
      body: "Oi, {{firstName}}! Seu bolo fica pronto hoje às 10h. Vem buscar ou entregamos?",
      inDays: 2,
      at: "08:30",
    },
    {
      to: "5511911114321",
      body: "Renata, segue o lembrete do café da manhã da floricultura: 12 pessoas, sexta às 8h.",
      inDays: 4,
      at: "09:00",
      recurrence: "weekly",
    },
  ],
  ...AURORA_CAMPAIGNS,
  chats: [
    {
      title: "Equipe da padaria",
      members: ["marcos@aurora.example", "ana@aurora.example", "bruno@aurora.example"],
      lines: [
        {
          of: "marcos@aurora.example",
          minutesAgo: 1500,
          text: "Pessoal, sexta tem encomenda grande: *50 pães de queijo* às 9h.",
        },
        {
          of: "ana@aurora.example",
          minutesAgo: 1492,
          text: "Anotado! Deixo a etiqueta Entrega no atendimento.",
        },
        { of: "bruno@aurora.example", minutesAgo: 1480, text: "Eu levo, passo na Loja Norte depois 🚗" },
        {
          of: "ana@aurora.example",
          minutesAgo: 95,
          text: "@Bruno Lima a cliente do bolo de cenoura pediu a cobertura à parte, pode avisar a cozinha?",
        },
        { of: "bruno@aurora.example", minutesAgo: 90, text: "Avisado 👍" },
        {
          of: "marcos@aurora.example",
          minutesAgo: 12,
          text: "Obrigado, time. @Ana Souza me chama quando o orçamento da floricultura sair.",
        },
      ],
    },
    {
      title: "Escala do fim de semana",
      members: ["ana@aurora.example", "bruno@aurora.example"],
      lines: [
        { of: "ana@aurora.example", minutesAgo: 300, text: "Consegue trocar o sábado comigo?" },
        { of: "bruno@aurora.example", minutesAgo: 260, text: "Consigo sim, fico com o domingo." },
      ],
    },
  ],
  past: {
    people: [
      ["Sofia Almeida", "5511970001001"],
      ["Paulo Henrique", "5511970001002"],
      ["Lúcia Ferraz", "5511970001003"],
      ["Otávio Brandão", "5511970001004"],
      ["Camila Rocha", "5511970001005"],
      ["Seu Benedito", "5511970001006"],
      ["Igor Matos", "5511970001007"],
      ["Patrícia Leal", "5511970001008"],
      ["Academia Boa Forma", "5511970001009"],
      ["Teresa Quintana", "5511970001010"],
      ["Vinícius Prado", "5511970001011"],
      ["Oficina do Beto", "5511970001012"],
    ].map(([name = "", number = ""]) => ({ name, number })),
    talks: [
      {
        queue: "Encomendas",
        asked: "Oi! Dá para encomendar 50 pães de queijo para sexta?",
        answered: "Dá sim! Anotado para sexta às 9h.",
        thanks: "Perfeito, obrigada!",
      },
      {
        queue: "Encomendas",
        asked: "Vocês fazem torta salgada?",
        answered: "Fazemos de frango e de palmito. Qual prefere?",
        thanks: "Palmito! Passo amanhã.",
      },
      {
        queue: "Encomendas",
        asked: "Quanto fica um café para 15 pessoas?",
        answered: "Fica R$ 465,00, com frutas e sucos.",
        thanks: "Vou falar com o pessoal, valeu.",
      },
      {
        queue: "Loja Norte",
        asked: "Tem pão sem glúten hoje?",
        answered: "Tem, saiu agora há pouco!",
        thanks: "Que bom, já vou aí.",
      },
      {
        queue: "Loja Norte",
        asked: "A loja abre no feriado?",
        answered: "Abrimos das 6h ao meio-dia.",
        thanks: "Obrigado!",
      },
    ],
  },
};
