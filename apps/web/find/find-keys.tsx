import { Suspense, useState } from 'react';
import { preloaded } from '../preloaded.tsx';
import type { FindProps } from './find.tsx';
import { useFindKeys } from './find-button.tsx';

const FindAnywhere = preloaded(() => import('./find-anywhere.tsx'));

/** The search of a page without a head, opened by its keys. */
export default function FindKeys(props: FindProps) {
  const [isOpen, setOpen] = useState(false);
  useFindKeys(setOpen);
  return (
    isOpen && (
      <Suspense>
        <FindAnywhere {...props} onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
