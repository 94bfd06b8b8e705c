const DOCUMENTS = {
  "guest-list": {
    fileName: "lista-cafe-da-manha.pdf",
    lines: ["Cafe da manha - 40 pessoas", "2 sem gluten", "3 sem lactose", "1 so come doce de leite"],
  },
  contract: {
    fileName: "contrato-aluguel.pdf",
    lines: ["Contrato de aluguel", "Rua Nova, 15 - casa 2", "O gato e parte do imovel."],
  },
} as const;
export type DocumentName = keyof typeof DOCUMENTS;

/** A real PDF of one page, to be sent as a document. */
export function document(name: DocumentName): { fileName: string; bytes: Uint8Array } {
  const { fileName, lines } = DOCUMENTS[name];
  return { fileName, bytes: pdfOf(lines) };
}

/** One A4 page with lines of plain ASCII text. */
export function pdfOf(lines: readonly string[]): Uint8Array {
  const text = lines.map(
    (line, index) => `BT /F1 ${index === 0 ? 22 : 14} Tf 72 ${760 - index * 30} Td (${line}) Tj ET`,
  );
  const content = text.join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n `).join("\n");
  const size = objects.length + 1;
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}\ntrailer << /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.from(`${pdf}startxref\n${pdf.indexOf("xref\n0")}\n%%EOF\n`, "latin1");
}
