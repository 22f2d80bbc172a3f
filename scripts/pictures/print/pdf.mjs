/** A page of a PDF 1.4 file, written by hand: two standard fonts, text in WinAnsi, strokes and fills. */
const rgb = (hex) => [1, 3, 5].map((i) => (Number.parseInt(hex.slice(i, i + 2), 16) / 255).toFixed(3)).join(" ");

/** Characters outside Latin-1 that WinAnsi keeps elsewhere. */
const WIN_ANSI = { "–": 0x96, "—": 0x97, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "…": 0x85, "€": 0x80 };

function encodeText(words) {
  const bytes = [...words].map((letter) => WIN_ANSI[letter] ?? letter.codePointAt(0));
  return bytes
    .map((code) =>
      code === 40 || code === 41 || code === 92 ? `\\${String.fromCharCode(code)}` : String.fromCharCode(code),
    )
    .join("");
}

export const pdfText = (x, y, words, { size = 9.5, bold = false, colour = "#14181d" } = {}) =>
  `BT /${bold ? "F2" : "F1"} ${size} Tf ${rgb(colour)} rg ${x} ${y} Td (${encodeText(words)}) Tj ET`;

export const pdfBox = (x, y, width, height, colour) => `${rgb(colour)} rg ${x} ${y} ${width} ${height} re f`;

export function pdfLine(points, { width = 0.6, colour = "#14181d" } = {}) {
  const [first, ...rest] = points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`);
  return `${rgb(colour)} RG ${width} w 1 J 1 j ${first} m ${rest.map((p) => `${p} l`).join(" ")} S`;
}

export function pdfDisc(x, y, r, colour) {
  const k = r * 0.5523;
  return `${rgb(colour)} rg ${x - r} ${y} m ${x - r} ${y + k} ${x - k} ${y + r} ${x} ${y + r} c ${x + k} ${y + r} ${x + r} ${y + k} ${x + r} ${y} c ${x + r} ${y - k} ${x + k} ${y - r} ${x} ${y - r} c ${x - k} ${y - r} ${x - r} ${y - k} ${x - r} ${y} c f`;
}

const font = (name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

/** Puts the drawing commands on an A4 page and returns the file. */
export function pdfPage({ title, author, language, commands }) {
  const content = commands.join("\n");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title (${encodeText(title)}) /Author (${encodeText(author)}) >>`,
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = file.length;
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
