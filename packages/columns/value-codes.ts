import { type Column, codesOf, Dictionary, dictionarySize } from './readers.ts';

/** The values of changes by their numbers: an id and a text, of which either may be missing. */
export interface ChangeValues {
  readonly size: number;
  readonly ids: Dictionary<string | null>;
  readonly texts: Dictionary<string | null>;
}

/** Numbers the values that changes have in two columns, their ids and their texts. */
export class ValueCodes {
  readonly #ids: Column;
  readonly #texts: Column;
  /** The first value with each id, and those without an id by their text. Most ids have one text. */
  readonly #firstOfId: Int32Array;
  readonly #ofText: Int32Array;
  readonly #others = new Map<number, number>();
  readonly #idCodes: number[] = [];
  readonly #textCodes: number[] = [];

  constructor(ids: Column, texts: Column) {
    this.#ids = ids;
    this.#texts = texts;
    this.#firstOfId = new Int32Array(dictionarySize(ids)).fill(-1);
    this.#ofText = new Int32Array(dictionarySize(texts) + 1).fill(-1);
  }

  /** The numbers of the values at some positions, from 0. */
  codesAt(positions: Int32Array): Int32Array {
    const idAt = codesOf(this.#ids);
    const textAt = codesOf(this.#texts);
    const codes = new Int32Array(positions.length);
    for (let index = 0; index < codes.length; index++) {
      const at = positions[index] as number;
      const id = idAt(at);
      const text = textAt(at);
      const known = (id < 0 ? this.#ofText[text + 1] : this.#firstOfId[id]) as number;
      const isIt = known >= 0 && this.#textCodes[known] === text;
      codes[index] = isIt ? known : this.#find(id, text, known);
    }
    return codes;
  }

  #find(id: number, text: number, known: number): number {
    if (known < 0) {
      const code = this.#add(id, text);
      if (id < 0) this.#ofText[text + 1] = code;
      else this.#firstOfId[id] = code;
      return code;
    }
    const pair = id * this.#ofText.length + text + 1;
    const code = this.#others.get(pair) ?? this.#add(id, text);
    this.#others.set(pair, code);
    return code;
  }

  values(): ChangeValues {
    return {
      size: this.#idCodes.length,
      ids: textsOf(this.#ids, this.#idCodes),
      texts: textsOf(this.#texts, this.#textCodes),
    };
  }

  #add(id: number, text: number): number {
    this.#textCodes.push(text);
    return this.#idCodes.push(id) - 1;
  }
}

const textsOf = (column: Column, codes: readonly number[]) =>
  new Dictionary<string | null>(column, text => text, Int32Array.from(codes));
