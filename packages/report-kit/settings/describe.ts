/** Settings in words: for messages and for the help of the command line. */

import { recordOf } from '@tallyboard/core/unknown.ts';
import { type Codec, optionsOf, type Shape } from './codec.ts';
import type { AnySetting } from './schema.ts';

const MAX_VALUE_LENGTH = 60;

export function showValue(raw: unknown): string {
  const text = JSON.stringify(raw) ?? String(raw);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 3)}...` : text;
}

/** A value as users may enter it: a choice by its name. */
export function describeValue({ shape, format }: Codec<unknown>, value: unknown): string {
  const stored = format(value, {});
  const choice =
    shape.kind === 'choice' ? shape.choices.find(({ code }) => code === stored) : undefined;
  if (choice) return choice.name;
  if (value === null || stored === undefined || stored === '') return 'none';
  if (shape.kind !== 'flags') return showValue(stored);
  const on = Object.entries(recordOf(value)).filter(([, checked]) => checked === true);
  return on.map(([id]) => id).join(', ') || 'none';
}

/** A value as forms show it, for sentences: the label of its choice, the name of what is stored with one. */
export function valueLabel(
  { codec, unset = 'not set' }: Pick<AnySetting, 'codec' | 'unset'>,
  value: unknown,
): string {
  const { shape } = codec;
  const stored = codec.format(value, {});
  if (shape.kind === 'choice') {
    const choice = shape.choices.find(({ code }) => code === stored);
    if (choice) return choice.label;
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (shape.kind === 'flags') {
    const on = Object.entries(shape.labels).filter(([id]) => recordOf(value)[id] === true);
    return on.map(([, label]) => label).join(', ') || 'none';
  }
  if (value === null || stored === undefined || stored === '') return unset;
  const { name } = recordOf(stored);
  if (typeof name === 'string') return name;
  return typeof stored === 'string' ? stored : showValue(stored);
}

export const limitText = (shape: Shape): string | null =>
  shape.kind === 'whole' ? `Enter a whole number from ${shape.min} to ${shape.max}.` : null;

/** ' Did you mean "assignee"?' with the most similar name; '' if none is similar. */
export function hintFor(given: string, names: readonly string[]): string {
  if (given.length > MAX_VALUE_LENGTH) return '';
  const word = plain(given);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(word, plain(name));
    if (distance < least) [best, least] = [name, distance];
  }
  return best === null ? '' : ` Did you mean "${best}"?`;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const change = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Why a value of a setting is refused: '"fortnight" is none of day, week, month. The default is day.' */
export function refusalOf(raw: unknown, { shape }: Codec<unknown>, usual: string): string {
  const names = optionsOf(shape).map(({ name }) => name);
  const hint = typeof raw === 'string' ? hintFor(raw, names) : '';
  // A number is the same in an address, which has texts alone.
  const isNumber = typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw);
  const shown = isNumber ? raw : showValue(raw);
  return `${shown} is ${notOf(shape, names)}.${hint} The default is ${usual}.`;
}

/** 'none of day, week, month', 'not a whole number from 1 to 366'. */
function notOf(shape: Shape, names: readonly string[]): string {
  if (shape.kind !== 'choice' && shape.kind !== 'flags') return `not ${takesText(shape)}`;
  const others = shape.kind === 'choice' ? (shape.others ?? []) : [];
  return `none of ${[names.join(', '), others].flat().join(', or ')}`;
}

/** A setting in lines: its key, name and label, what it takes, its default and its choices. */
export function describeSetting(setting: AnySetting): string {
  const { key, name, codec, label, beside = [] } = setting;
  const usual = describeValue(codec, setting.default);
  const ofGadget =
    setting.gadgetDefault === undefined ? usual : describeValue(codec, setting.gadgetDefault);
  const lines = [
    `  ${key}${name === key ? '' : ` (${name})`}: ${label}`,
    `      ${takes(codec.shape)}default ${usual}${ofGadget === usual ? '' : `, in a gadget ${ofGadget}`}`,
    ...choicesOf(codec.shape).map(text => `        ${text}`),
    ...beside.flatMap(each => [
      `  ${each.key}: deprecated, use ${key}`,
      ...choicesOf(each.codec.shape).map(text => `        ${text}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** What a setting takes that has no choices: 'a whole number from 1 to 366'. */
function takesText(shape: Exclude<Shape, { kind: 'choice' | 'flags' }>): string {
  switch (shape.kind) {
    case 'flag':
      return 'true or false';
    case 'whole':
      return `a whole number from ${shape.min} to ${shape.max}`;
    case 'text':
      return `a text of at most ${shape.maxLength} characters`;
    default:
      return shape.text;
  }
}

function takes(shape: Shape): string {
  if (shape.kind === 'choice') return '';
  return shape.kind === 'flags'
    ? 'a list of the names that are on, or of {"name", "checked"}; '
    : `${takesText(shape)}; `;
}

function choicesOf(shape: Shape): readonly string[] {
  if (shape.kind === 'flags')
    return Object.entries(shape.labels).map(([name, label]) => `${name}: ${label}`);
  if (shape.kind !== 'choice') return [];
  const listed = shape.choices.map(({ code, name, label }) =>
    code === name ? `${name}: ${label}` : `${code}, ${name}: ${label}`,
  );
  return shape.others === undefined ? listed : [...listed, `or ${shape.others}`];
}
