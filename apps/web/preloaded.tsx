import { type ComponentType, lazy, useState } from 'react';

export type Preloaded<Props> = ComponentType<Props> & {
  /** Fetches the code before it is shown. What goes wrong is told of where it is shown. */
  readonly preload: () => Promise<void>;
};

/**
 * A component whose code comes when it is first shown or preloaded. A lazy one of React's own waits even for what is
 * there, and what comes after a wait React holds back for 300 ms.
 */
export function preloaded<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Preloaded<Props> {
  let ready: ComponentType<Props> | null = null;
  const Later = lazy(load) as ComponentType<Props>;
  function PreloadedComponent(props: Props) {
    const [Component] = useState(() => ready ?? Later);
    return <Component {...props} />;
  }
  return Object.assign(PreloadedComponent, {
    preload: async () => {
      const module = await load().catch(() => null);
      ready = module?.default ?? null;
    },
  });
}
