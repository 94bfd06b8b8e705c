/** Texts of the brand form, Portuguese: the source of the other languages. */
export const pt = {
  provider: {
    title: "Marca do produto",
    help: "Nome, logo e cor que as empresas veem: entrada, cadastro, barra do topo, aba do navegador, e-mails e app instalado.",
  },
  company: {
    title: "Marca da empresa",
    help: "Nome, logo e cor que as pessoas desta empresa veem depois de entrar: barra do topo, botões, aba do navegador e app instalado. O que ficar em branco segue a marca do provedor.",
  },
  brand: {
    name: "Nome mostrado",
    nameHelp: "Em branco, vale {{name}}.",
    own: "Usar uma cor própria",
    color: "Cor principal",
    other: "Outra cor",
    light: "Tema claro",
    dark: "Tema escuro",
    sample: "Botão",
    text: "Texto em destaque",
    ratio: "Contraste {{ratio}}:1",
    ratioOwn: "Branco sobre a cor escolhida tem contraste de {{ratio}}:1.",
    moved: "Ajustamos o tom até {{ratio}}:1, para que todos consigam ler (mínimo 4,5:1).",
    kept: "A cor é usada como está.",
    logo: "Logo",
    logoHelp:
      "PNG, WebP ou JPEG, até 2 MB; uma imagem quadrada aparece maior. Também é o ícone da aba e do app.",
    attach: "Enviar logo",
    replace: "Trocar logo",
    remove: "Remover logo",
    tooLarge: "O arquivo passa de 2 MB.",
    save: "Salvar marca",
    saved: "Marca salva. Quem está com a página aberta já vê a nova.",
    failed: "A marca não pôde ser carregada",
    nameShort: "Use de 2 a 40 letras.",
  },
} as const satisfies Record<string, Record<string, string>>;
