import { useId, useMemo } from "preact/hooks";
import { sealOf } from "../../../../picture/seal.ts";
import { sectorPath } from "../../../../picture/seal-svg.ts";

export interface SealProps {
  digest: string;
  /** Of the signatures, from 0 to 1: that part is in ink. */
  share: number;
  size?: number;
  isVoid?: boolean;
  /** A signature was given a moment ago: the ink flows in. */
  fills?: boolean;
}

/** The seal of a text. Hidden from readers: words and the digest stand beside it. */
export function Seal({ digest, share, size = 64, isVoid = false, fills = false }: SealProps) {
  const id = useId();
  const { size: box, curves, strike } = useMemo(() => sealOf(digest), [digest]);
  const path = curves.join("");
  const isPart = share > 0 && share < 1;
  return (
    <svg
      class={`seal${isVoid ? " void" : ""}${fills ? " fills" : ""}`}
      viewBox={`0 0 ${box} ${box}`}
      width={size}
      height={size}
      aria-hidden="true"
    >
      {(share < 1 || fills) && !isVoid && <path class="seal-pencil" d={path} vector-effect="non-scaling-stroke" />}
      {isPart && (
        <clipPath id={id}>
          <path d={sectorPath(0, share, box)} />
        </clipPath>
      )}
      {(share > 0 || isVoid) && (
        <path
          class="seal-ink"
          d={path}
          vector-effect="non-scaling-stroke"
          {...(isPart && !isVoid && { "clip-path": `url(#${id})` })}
        />
      )}
      {isVoid && <path class="seal-strike" d={strike} vector-effect="non-scaling-stroke" />}
    </svg>
  );
}
