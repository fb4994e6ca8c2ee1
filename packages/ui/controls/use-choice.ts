import { createContext, use, useState } from 'react';

/** The result that the controls around it belong to, a new object for each; null where choices apply at once. */
export const ResultContext = createContext<object | null>(null);

/** A control's value, which shows a choice at once and keeps it until the next result. */
export function useChoice<Value>(value: Value, onChange: (value: Value) => void) {
  const result = use(ResultContext);
  const [choice, setChoice] = useState<{ result: object | null; value: Value }>();
  const isPending = result !== null && choice?.result === result;
  const choose = (next: Value) => {
    setChoice({ result, value: next });
    onChange(next);
  };
  return [isPending ? choice.value : value, choose] as const;
}
