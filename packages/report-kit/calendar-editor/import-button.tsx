import type { Day } from '@tallyboard/core/time/units.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { type ChangeEvent, useRef, useState } from 'react';
import type { ImportedHolidays } from './ics.ts';

/** Reads days off from an .ics file. */
export function ImportButton(props: {
  readonly today: Day;
  readonly onImport: (keys: readonly string[]) => void;
}) {
  const { today, onImport } = props;
  const input = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState('');
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      const { parseHolidays } = await import('./ics.ts');
      const found = parseHolidays(await file.text(), today);
      setOutcome(outcomeText(file.name, found));
      if (found) onImport(found.keys);
    } catch {
      setOutcome(`${file.name} could not be read.`);
    }
    // The same file may be chosen again.
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".ics,text/calendar"
        className="tb-hidden"
        tabIndex={-1}
        aria-label="Calendar file (.ics)"
        onChange={read}
      />
      <Button onClick={() => input.current?.click()}>Import holidays (.ics)</Button>
      <output className="tb-field__help">{outcome}</output>
    </>
  );
}

function outcomeText(name: string, found: ImportedHolidays | null): string {
  if (found === null) return `${name} is not a calendar file (.ics).`;
  const { keys, skipped } = found;
  const days = keys.length === 1 ? '1 day' : `${keys.length} days`;
  if (skipped.length === 0) return `${days} from ${name}.`;
  const some = skipped.slice(0, 3).join(', ');
  const more = skipped.length > 3 ? ` and ${skipped.length - 3} more` : '';
  return `${days} from ${name}. Not imported (not all-day or yearly): ${some}${more}.`;
}
