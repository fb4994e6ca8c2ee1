import { escapeHtml } from '../../data/escape-html.ts';

/** HTML that is safe to embed; other values are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Piece = Html | string | number | null | undefined | false | readonly Piece[];

/** A template tag that escapes its values (XSS). */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(
    parts.map((part, i) => (i < pieces.length ? part + render(pieces[i]) : part)).join(''),
  );
}

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return escapeHtml(String(piece));
}
