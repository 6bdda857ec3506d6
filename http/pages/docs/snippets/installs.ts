/** A package manager that takes a client from a running service as it stands in for a registry. */
interface Install {
  /** What its block is called on pages: `install-pip`. */
  readonly id: string
  readonly manager: string
  readonly language: string
  /** Where its lines go; undefined where they are typed into a shell. */
  readonly file?: string
  /** What one types or writes, over the address of the service, for a version of the clients. */
  readonly lines: (baseUrl: string, version: string) => string
}

/** Every package manager that a service hands a client out for, as pages and `docs/partners.md` show it. */
export const installs: ReadonlyArray<Install> = [
  {
    id: "install-npm",
    manager: "npm",
    language: "TypeScript",
    lines: (baseUrl) => `npm install ${at(baseUrl, "viatica.tgz")}`,
  },
  {
    id: "install-pip",
    manager: "pip",
    language: "Python",
    lines: (baseUrl, version) =>
      `python3 -m pip install ${at(baseUrl, `python/viatica-${version}-py3-none-any.whl`)}`,
  },
  {
    id: "install-go",
    manager: "go get",
    language: "Go",
    lines: (baseUrl) => `GOPROXY=${at(baseUrl, "go")},direct GONOSUMDB=viatica.example \\
  go get viatica.example/viatica@latest`,
  },
  {
    id: "install-maven",
    manager: "Maven",
    language: "Java",
    file: "pom.xml",
    lines: (baseUrl, version) => `<repositories>
  <repository>
    <id>viatica</id>
    <url>${at(baseUrl, "maven")}</url>
  </repository>
</repositories>
<dependencies>
  <dependency>
    <groupId>viatica</groupId>
    <artifactId>viatica</artifactId>
    <version>${version}</version>
  </dependency>
</dependencies>`,
  },
  {
    id: "install-gradle",
    manager: "Gradle",
    language: "Java",
    file: "build.gradle",
    lines: (baseUrl, version) => `repositories {
  maven { url = uri("${at(baseUrl, "maven")}") }
}
dependencies {
  implementation("viatica:viatica:${version}")
}`,
  },
  {
    id: "install-composer",
    manager: "Composer",
    language: "PHP",
    lines: (baseUrl) => `composer config repositories.viatica composer ${at(baseUrl, "php")}
composer require viatica/client`,
  },
]

const at = (baseUrl: string, name: string): string => `${baseUrl}/docs/files/${name}`
