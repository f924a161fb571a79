# The rest is in pyproject.toml. The wheel holds a library of this system, for every Python 3.
import re

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.dist import Distribution


class LibraryDistribution(Distribution):
    def has_ext_modules(self):
        return True


class library_wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


with open("signalbox/signalbox.h", encoding="utf-8") as header:
    version = re.search('#define SIGNALBOX_VERSION "(.*)"', header.read())[1]
setup(
    version=version,
    packages=["signalbox"],
    package_data={"signalbox": ["libsignalbox.so.0", "signalbox.h", "py.typed"]},
    distclass=LibraryDistribution,
    cmdclass={"bdist_wheel": library_wheel},
)
