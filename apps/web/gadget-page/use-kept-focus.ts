import { type RefObject, useEffect, useRef } from 'react';

/**
 * Choosing another gadget type may bring another report's form. The field that was used then is a new element: the
 * focus goes on to the field of the same name.
 */
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
    // The form's code may still be on its way.
    const observer = new MutationObserver(() => find() && observer.disconnect());
    if (place.current) observer.observe(place.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [reportId]);
  return place;
}
