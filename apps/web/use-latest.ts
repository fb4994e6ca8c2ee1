import { useLayoutEffect, useRef, useState } from 'react';

/** A stable function that calls the latest one. */
export function useLatest<Args extends unknown[]>(
  call: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useState(
    () =>
      (...args: Args) =>
        latest.current(...args),
  )[0];
}
