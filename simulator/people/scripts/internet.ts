import type { Script } from "#simulator/people/script.ts";

const impatience = [
  "Alguém? Estou no 4G do celular e ele está acabando…",
  "Meu filho está há 20 minutos sem internet. Ele saiu do quarto. Disse que somos simpáticos.",
  "Se demorar mais eu vou ter que ler um livro.",
];

/** What people want from Vento Telecom. */
export const INTERNET_SCRIPTS: readonly Script[] = [
  {
    title: "Sem sinal",
    impatience,
    steps: [
      { say: ["Boa tarde, minha internet caiu.", "Oi, estou sem internet desde cedo!"] },
      { photo: "router", caption: "Luz vermelha piscando. Isso é bom?" },
      { wait: "answer" },
      { say: "Já tirei da tomada, esperei 30 segundos, pedi com jeitinho. Nada." },
      { wait: "answer" },
      { say: "Voltou!!! Ou melhor: piscou verde e voltou pro vermelho. Me iludiu." },
      { wait: "answer" },
      { place: { latitude: -23.1896, longitude: -45.8841, name: "Rua das Antenas, 42" } },
      { wait: "answer" },
      { react: "🙏" },
      { say: ["Combinado, amanhã de manhã então.", "Obrigado! Vou avisar o porteiro."] },
    ],
  },
  {
    title: "Teste de velocidade",
    impatience,
    steps: [
      { say: "Contratei 500 mega e estão chegando 47. Os outros 453 pegaram trânsito?" },
      { photo: "speed-test", caption: "Olha a prova" },
      { wait: "answer" },
      { say: "Estou no wifi, no quarto dos fundos, atrás da geladeira" },
      { fix: "Estou no wifi, no quarto dos fundos, atrás da parede da geladeira" },
      { wait: "answer" },
      { voice: 8 },
      { wait: "answer" },
      { quote: "No cabo deu 492! Era a geladeira mesmo. Peço desculpas a todos." },
      { react: "😂" },
    ],
  },
  {
    title: "Segunda via",
    impatience,
    menuChoice: 1,
    steps: [
      { say: "Bom dia! Preciso da segunda via do boleto, o cachorro comeu o primeiro." },
      { wait: "answer" },
      { say: "CPF 123.456.789-09" },
      { takeBack: true },
      { say: "Ops, mandei aqui no escuro. Pode confirmar por outro dado?" },
      { wait: "answer" },
      { react: "👍" },
      { say: ["Chegou, obrigada! Este eu pago antes do cachorro.", "Recebi! Valeu!"] },
    ],
  },
  {
    title: "Mudança de endereço",
    impatience,
    steps: [
      { say: "Oi! Vou mudar de casa e quero levar a internet junto. Ela já é da família." },
      { wait: "answer" },
      { place: { latitude: -23.2237, longitude: -45.9009, name: "Casa nova" } },
      { document: "contract", caption: "O contrato de aluguel, se precisar" },
      { wait: "answer" },
      { card: { name: "Seu Nelson (porteiro)", number: "5512955554422" } },
      { say: "O Seu Nelson abre o portão. Não aceita suborno, mas aceita café." },
      { wait: "answer" },
      { say: "Maravilha, dia 15 está ótimo!" },
    ],
  },
  {
    title: "Quero cancelar",
    impatience: ["Estou esperando para cancelar. Sentado.", "Assim vocês me convencem."],
    steps: [
      { say: "Quero cancelar o plano." },
      { wait: "answer" },
      { say: "O concorrente me ofereceu o dobro pela metade. Ou a metade pelo dobro, não entendi bem." },
      { wait: "answer" },
      { voice: 5 },
      { wait: "answer" },
      { quote: ["Com esse desconto eu fico.", "Tá bom, vocês venceram."] },
      { sticker: "router" },
    ],
  },
  {
    title: "Senha do wifi",
    impatience,
    steps: [
      { say: "Boa noite, qual é a senha do meu wifi?" },
      { wait: "answer" },
      { say: "Está embaixo do aparelho, mas o aparelho está em cima do armário e eu tenho 1,52 m." },
      { photo: "router", caption: "Vista daqui de baixo" },
      { wait: "answer" },
      { say: "Consegui! Era o nome do gato com a data de aniversário. Do gato." },
      { react: "❤️" },
    ],
  },
];
