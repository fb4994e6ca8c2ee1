const MAY_LACK: ReadonlySet<string> = new Set(['zone', 'accountType']);

/** Whether two descriptions of an entity say the same. A user's zone and account type may be unknown. */
export function isSame(a: object, b: object): boolean {
  for (const name in a)
    if (!MAY_LACK.has(name) && Reflect.get(a, name) !== Reflect.get(b, name)) return false;
  return true;
}

/** Descriptions of entities that differ from the first one: issues name an entity as it was when they were updated. */
export class Variants {
  /** Users or statuses differ. */
  hasConflict = false;
  readonly #byText = new Map<string, unknown>();

  /** The known description, unless the given one differs. */
  of<Value>(known: Value, given: Value): Value {
    if (!(known instanceof Object && given instanceof Object) || isSame(given, known)) return known;
    const text = JSON.stringify(given);
    const variant = this.#byText.get(text) ?? given;
    this.#byText.set(text, variant);
    return variant as Value;
  }

  compare(known: object, given: object): void {
    if (!isSame(given, known)) this.hasConflict = true;
  }
}
