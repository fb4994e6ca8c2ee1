import { type RefObject, useEffect, useRef } from 'react';

/** Keeps the focus when another gadget type replaces the form: on the field with the same label. */
export function useKeptFocus(reportId: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const last = useRef({ reportId, label: '' });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const remember = (event: FocusEvent) => {
      const target = event.target as Partial<HTMLInputElement>;
      last.current.label = target.labels?.[0]?.textContent ?? '';
    };
    element.addEventListener('focusin', remember);
    return () => element.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    if (last.current.reportId === reportId) return;
    const { label } = last.current;
    last.current = { reportId, label };
    const find = () => {
      const labels = place.current?.querySelectorAll('label') ?? [];
      const same = [...labels].find(each => each.textContent === label);
      same?.control?.focus();
      return same !== undefined;
    };
    if (find()) return;
    // The form can still be loading.
    const observer = new MutationObserver(() => find() && observer.disconnect());
    if (place.current) observer.observe(place.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [reportId]);
  return place;
}
