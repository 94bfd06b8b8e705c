import type { Script } from "#simulator/people/script.ts";

const impatience = [
  "Oi? Tem alguém aí? 👀",
  "O pão já deve ter até esfriado esperando vocês responderem 😅",
  "Gente, a festa é HOJE? Não é, mas podia ser. Me respondem?",
];

/** Conversations of customers of Padaria Aurora. */
export const BAKERY_SCRIPTS: readonly Script[] = [
  {
    title: "Bolo de cenoura",
    impatience,
    steps: [
      {
        say: [
          "Boa tarde! Vocês fazem bolo de cenoura para sábado?",
          "Oi! Dá pra encomendar bolo de cenoura?",
        ],
      },
      { wait: "answer" },
      { say: "Para umas 30 pessoas. 28 se o meu cunhado não vier, mas ele sempre vem." },
      { photo: "cake", caption: "Pensei em algo assim 🎂" },
      { wait: "answer" },
      { say: "E a cobertura pode vir a parte?" },
      { fix: "E a cobertura pode vir à parte?" },
      { wait: "answer" },
      { react: "❤️" },
      { say: ["Perfeito! Pode separar então.", "Fechado! Sábado às 10h eu passo aí."] },
    ],
  },
  {
    title: "Pão na chapa às seis",
    impatience,
    steps: [
      { say: "Bom dia! A que horas sai a primeira fornada?" },
      { wait: "answer" },
      { voice: 6 },
      { wait: "answer" },
      {
        say: "É que o meu marido disse que o pão de vocês cura até ressaca. Quero conferir antes de ele acordar.",
      },
      { pause: 6 },
      { sticker: "bread" },
      { wait: "answer" },
      { react: "😂" },
    ],
  },
  {
    title: "Entrega no endereço errado",
    impatience: [
      "Alô-ô! O entregador sumiu com as minhas coxinhas!",
      "Já são 20 minutos. As coxinhas têm sentimentos.",
    ],
    steps: [
      { say: "Oi, meu pedido de 50 coxinhas foi parar na casa da vizinha 😱" },
      { wait: "answer" },
      { place: { latitude: -23.5614, longitude: -46.6559, name: "Minha casa (a certa!)" } },
      { say: "É esta aqui. A vizinha já está comendo, dá pra ouvir." },
      { wait: "answer" },
      { quote: ["Tudo bem, mas mandem mais 10 de consolo 🥲", "Ok, eu espero. Ela mandou elogiar a massa."] },
      { wait: "answer" },
      { say: "Obrigada! Vocês são uns anjos de avental." },
    ],
  },
  {
    title: "Orçamento para a firma",
    impatience,
    steps: [
      { say: "Bom dia, gostaria de um orçamento de café da manhã para 40 pessoas." },
      { document: "guest-list", caption: "Segue a lista com as restrições" },
      { wait: "answer" },
      { say: "Dois sem glúten, três sem lactose e um que só come doce de leite." },
      { wait: "answer" },
      { card: { name: "Sueli do Financeiro", number: "5511955553311" } },
      { say: "O pagamento é com a Sueli. Ela é brava mas paga em dia." },
      { wait: "answer" },
      { react: "👍" },
    ],
  },
  {
    title: "Esqueci a carteira",
    impatience,
    steps: [
      { say: "Oiii acho q esqueci minha carteira no balcão" },
      { say: "É marrom e tem uma foto 3x4 horrível minha dentro" },
      { wait: "answer" },
      { photo: "wallet", caption: "Igualzinha a esta" },
      { wait: "answer" },
      { say: "UFA. Não olhem a foto." },
      { takeBack: true },
      { say: "Já passo aí para buscar 🙏" },
    ],
  },
  {
    title: "Sonho de creme",
    impatience,
    steps: [
      { say: ["Tem sonho hoje?", "Boa tarde! Saiu sonho?"] },
      { wait: "answer" },
      { say: "De creme ou de goiabada?" },
      { wait: "answer" },
      { quote: "Guarda 4! Dois são pra mim e dois também." },
      { call: 12 },
      { say: "Desculpa, liguei sem querer com o cotovelo. Tô dirigindo (parado no sinal)." },
      { wait: "answer" },
      { react: "🙏" },
    ],
  },
  {
    title: "Reclamação salgada",
    impatience: ["Vocês leram a minha mensagem?", "Vou precisar de água. E de uma resposta."],
    steps: [
      { say: "Boa noite. Comprei um pão doce e ele veio salgado." },
      { photo: "bread", caption: "Por fora parece doce. Mentira." },
      { wait: "answer" },
      { voice: 9 },
      { wait: "answer" },
      { say: ["Está bem, aceito a troca. E um cafezinho.", "Certo. Amanhã eu passo aí, sem rancor."] },
    ],
  },
];
