import { ButtonLink } from "../parts/button.tsx";
import { Empty } from "../parts/states.tsx";
import { Frame } from "../shell.tsx";

export function NotFoundPage() {
  return (
    <Frame crumbs={[{ label: "Not found" }]} back={{ label: "Inbox", href: "/inbox" }}>
      <Empty
        title="There is no such page"
        acts={
          <>
            <ButtonLink look="ink" href="/inbox">
              Inbox
            </ButtonLink>
            <ButtonLink href="/plans">Plans</ButtonLink>
          </>
        }
      >
        <p>The address may be cut short, or its plan may be in a project that this server does not serve.</p>
      </Empty>
    </Frame>
  );
}
