import './issue.css';
import { useState } from 'react';
import { safeUrl } from '../text/safe-url.ts';

const COLORS = ['blue', 'teal', 'green', 'purple', 'magenta', 'orange'] as const;

/** A person's picture, or their initials if it is absent or does not load. */
export function Avatar(props: { readonly name: string; readonly url: string | null | undefined }) {
  const { name, url } = props;
  const [failed, setFailed] = useState<string | null>(null);
  if (url && failed !== url) {
    return (
      <img
        className="tb-avatar"
        src={safeUrl(url)}
        alt=""
        loading="lazy"
        fetchPriority="low"
        onError={() => setFailed(url)}
      />
    );
  }
  const accent = COLORS[hash(name) % COLORS.length];
  const background = `var(--ds-background-accent-${accent}-subtler)`;
  const color = `var(--ds-text-accent-${accent}-bolder)`;
  return (
    <span aria-hidden="true" className="tb-avatar" style={{ background, color }}>
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(word => /\p{L}|\p{N}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map(word => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

function hash(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
