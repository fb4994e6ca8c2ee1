import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { useState } from 'react';
import type { Codec } from '../settings/codec.ts';

export interface TypedFieldProps {
  readonly codec: Codec<unknown>;
  readonly label: string;
  readonly help: string | undefined;
  readonly error: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A text that a codec reads. Keeps what is typed: a space or a comma at the end says nothing yet. */
export function TypedField({ codec, value, onChange, ...field }: TypedFieldProps) {
  const stored = String(codec.format(value, {}) ?? '');
  const [typed, setTyped] = useState(stored);
  const isSame = JSON.stringify(codec.parse(typed)) === JSON.stringify(value);
  return (
    <TextField
      {...field}
      value={isSame ? typed : stored}
      onChange={text => {
        const read = codec.parse(text);
        if (read === undefined) return;
        setTyped(text);
        onChange(read);
      }}
    />
  );
}
