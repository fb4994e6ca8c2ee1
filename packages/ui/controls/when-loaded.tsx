import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component that is shown as soon as its code is there, and until then nothing but that it comes: React shows what it
 * suspended up to 300 ms late.
 */
export function whenLoaded<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  let ready: ComponentType<Props> | null = null;
  return function WhenLoaded(props) {
    const [Component, setComponent] = useState(() => ready);
    useEffect(() => {
      load()
        .then(
          module => () => {
            ready = module.default;
            return ready;
          },
          error => () => {
            throw error;
          },
        )
        .then(setComponent);
    }, []);
    return Component ? <Component {...props} /> : <div hidden aria-busy="true" />;
  };
}
